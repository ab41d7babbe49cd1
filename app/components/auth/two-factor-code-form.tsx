import { getFormProps } from "@conform-to/react";
import clsx from "clsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import type { FormResult } from "#app/components/forms/use-form-reply.ts";
import layout from "#app/components/ui/layout.module.css";
import styles from "./two-factor-code-form.module.css";

type TwoStepCodeFormProps = {
  intent: "renew" | "disable";
  lastResult: FormResult | undefined;
  kind?: "danger";
  label: string;
  pending: string;
};

/** One press that changes how the account is opened: with a code, as a sign-in asks for. */
export function TwoFactorCodeForm({ intent, lastResult, kind, label, pending }: TwoStepCodeFormProps) {
  const [form, fields] = useForm<{ code: string }>({ intent, lastResult });
  return (
    <PostForm intent={intent} className={clsx(layout.stack, styles.form)} {...getFormProps(form)}>
      <ErrorSummary formId={form.id} lastResult={lastResult} />
      <Field
        key={lastResult?.requestId}
        label="Code"
        hint="The six digits that your app shows now, or one of your recovery codes."
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
