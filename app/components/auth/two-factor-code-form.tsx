import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import clsx from "clsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useClearSecrets } from "#app/components/forms/use-clear-secrets.ts";
import { useForm } from "#app/components/forms/use-form.ts";
import layout from "#app/components/ui/layout.module.css";
import styles from "./two-factor-code-form.module.css";

type TwoStepCodeFormProps = {
  intent: "renew" | "end";
  lastResult: SubmissionResult<string[]> | undefined;
  kind?: "danger";
  label: string;
  pending: string;
};

/** One press that changes how the account is opened: with a code, as a sign-in asks for. */
export function TwoFactorCodeForm({ intent, lastResult, kind, label, pending }: TwoStepCodeFormProps) {
  const [form, fields] = useForm<{ code: string }>({ id: intent, lastResult });
  const element = useClearSecrets("code");
  return (
    <Form method="post" className={clsx(layout.stack, styles.form)} ref={element} {...getFormProps(form)}>
      <ErrorSummary formId={form.id} lastResult={lastResult} />
      <Field
        label="Code"
        hint="The six digits that your app shows now, or one of your recovery codes."
        field={fields.code}
        autoComplete="one-time-code"
        spellCheck={false}
      />
      <SubmitButton {...(kind ? { kind } : {})} pending={pending} name="intent" value={intent}>
        {label}
      </SubmitButton>
    </Form>
  );
}
