import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { messages } from "#app/schemas/messages/index.ts";
import type { AccountForm } from "#app/schemas/profile.ts";
import { PendingEmail } from "./pending-email.tsx";

type ProfilePanelProps = {
  profile: { name: string; username: string; email: string };
  /** Restored after the password was asked for, and not saved yet. */
  isDraft: boolean;
  pendingEmail: string | null;
};

export function ProfilePanel({ profile, isDraft, pendingEmail }: ProfilePanelProps) {
  return (
    <FormPanel<typeof AccountForm>
      title="Profile"
      intent="profile"
      defaultValue={profile}
      submit="Save profile"
      pending="Saving"
      below={pendingEmail ? <PendingEmail email={pendingEmail} /> : null}
    >
      {(fields, { reply }) => (
        <>
          {isDraft && !reply ? (
            <Alert tone="copper" role="status">
              {messages.profile.notSavedYet}
            </Alert>
          ) : null}
          <Field label="Name" field={fields.name} autoComplete="name" />
          <Field
            label="Username"
            field={fields.username}
            autoComplete="username"
            spellCheck={false}
            hint="3–30 characters: a–z, 0–9, dots, hyphens, underscores."
          />
          <Field
            label="Email"
            field={fields.email}
            type="email"
            autoComplete="email"
            hint="We'll send a link to confirm a new address."
          />
        </>
      )}
    </FormPanel>
  );
}
