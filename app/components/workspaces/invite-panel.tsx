import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { INVITED_ROLES, type InvitedRole } from "#app/lib/domain.ts";
import { ROLE_TEXTS, type TeamForm } from "#app/schemas/team.ts";

const roles = INVITED_ROLES.map((value) => ({ value, label: ROLE_TEXTS[value] }));

/** @param typed what was typed before the password was required */
export function InvitePanel({ typed }: { typed: { email: string; role: InvitedRole } | null }) {
  return (
    <FormPanel<typeof TeamForm>
      title="Invite someone"
      intent="invite"
      defaultValue={typed ? { email: typed.email, role: typed.role } : { role: "checker" }}
      submit="Send invitation"
      pending="Sending"
    >
      {(fields) => (
        <>
          <Field
            label="Email"
            field={fields.email}
            type="email"
            autoComplete="off"
            hint="We send a link that works once, for this email only, for 7 days."
          />
          <SelectField label="Role" field={fields.role} choices={roles} />
        </>
      )}
    </FormPanel>
  );
}
