import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import type { TeamForm } from "#app/schemas/team.ts";

/** The name by which members and invited people know whose claims these are. */
export function NamePanel({ name }: { name: string }) {
  return (
    <FormPanel<typeof TeamForm>
      title="Team name"
      intent="rename"
      defaultValue={{ name }}
      submit="Save name"
      pending="Saving"
      kind="plain"
    >
      {(fields) => (
        <Field
          label="Name"
          field={fields.name}
          autoComplete="organization"
          hint="Members see it, and the people whom you invite."
        />
      )}
    </FormPanel>
  );
}
