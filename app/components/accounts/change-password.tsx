import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import type { PasswordForm } from "#app/schemas/accounts.ts";

export function ChangePassword() {
  return (
    <FormPanel<typeof PasswordForm>
      title="Password"
      id="password"
      intent="change"
      submit="Change password"
      pending="Changing"
    >
      {(fields, { reply }) => (
        <>
          <Field
            key={`current${reply?.requestId ?? ""}`}
            label="Current password"
            field={fields.currentPassword}
            type="password"
            autoComplete="current-password"
          />
          <Field
            key={`new${reply?.requestId ?? ""}`}
            label="New password"
            field={fields.newPassword}
            type="password"
            autoComplete="new-password"
            hint="At least 8 characters. Avoid common passwords, your name and your email. Your other devices will be signed out."
          />
        </>
      )}
    </FormPanel>
  );
}
