import { getFormProps } from "@conform-to/react";
import clsx from "clsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import layout from "#app/components/ui/layout.module.css";
import type { FormReply } from "#app/lib/form-reply.ts";
import styles from "./two-factor-code-form.module.css";

type TwoFactorCodeFormProps = {
  intent: "renew" | "disable";
  lastResult: FormReply | undefined;
  kind?: "danger";
  label: string;
  pending: string;
};

/** A button that changes two-factor. It needs a code, as signing in does. */
export function TwoFactorCodeForm({ intent, lastResult, kind, label, pending }: TwoFactorCodeFormProps) {
  const [form, fields] = useForm<{ code: string }>({ intent, lastResult });
  return (
    <PostForm intent={intent} className={clsx(layout.stack, styles.form)} {...getFormProps(form)}>
      <ErrorSummary formId={form.id} lastResult={lastResult} />
      <Field
        key={lastResult?.requestId}
        label="Code"
        hint="Enter the 6-digit code from your app, or one of your recovery codes."
        field={fields.code}
        autoComplete="one-time-code"
        spellCheck={false}
      />
      <SubmitButton {...(kind ? { kind } : {})} pending={pending}>
        {label}
      </SubmitButton>
    </PostForm>
  );
}
