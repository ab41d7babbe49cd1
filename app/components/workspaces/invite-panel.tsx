import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { INVITED_ROLES } from "#app/lib/domain.ts";
import { ROLE_TEXTS, type TeamForm } from "#app/schemas/team.ts";

const roles = INVITED_ROLES.map((value) => ({ value, label: ROLE_TEXTS[value] }));

export function InvitePanel() {
  return (
    <FormPanel<typeof TeamForm>
      title="Invite someone"
      intent="invite"
      defaultValue={{ role: "checker" }}
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
