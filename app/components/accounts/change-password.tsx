import { getFormProps } from "@conform-to/react";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import { panelBodyClass } from "#app/components/ui/panel.tsx";
import type { FormReply } from "#app/lib/form-reply.ts";

type Passwords = { currentPassword: string; newPassword: string };

export function ChangePassword({ lastResult }: { lastResult: FormReply | undefined }) {
  const [form, fields] = useForm<Passwords>({ id: "password", intent: "change", lastResult });
  return (
    <PostForm intent="change" className={panelBodyClass} {...getFormProps(form)}>
      <ErrorSummary formId={form.id} lastResult={lastResult} />
      <Field
        key={`current${lastResult?.requestId ?? ""}`}
        label="Current password"
        field={fields.currentPassword}
        type="password"
        autoComplete="current-password"
      />
      <Field
        key={`new${lastResult?.requestId ?? ""}`}
        label="New password"
        field={fields.newPassword}
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters. Avoid common passwords, your name and your email. Your other devices will be signed out."
      />
      <SubmitButton kind="primary" pending="Changing">
        Change password
      </SubmitButton>
    </PostForm>
  );
}
