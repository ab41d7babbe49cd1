import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { NewFormLanguages } from "#app/components/layout/new-form-languages.tsx";
import type { FormsForm } from "#app/schemas/form-settings.ts";

/** Creates a form from scratch, or with the settings of another one. */
export function NewFormPanel({ forms }: { forms: { id: string; name: string }[] }) {
  return (
    <FormPanel<typeof FormsForm>
      title="Add a form"
      id="new-form"
      intent="create"
      submit="Create form"
      pending="Creating"
      defaultValue={{ name: "", copyOf: "" }}
    >
      {(fields) => (
        <>
          <Field
            label="Name"
            field={fields.name}
            autoComplete="off"
            hint="For you: visitors do not see it. Its address is made from it, and you can change both."
          />
          <SelectField
            label="Settings"
            field={fields.copyOf}
            none="From scratch"
            choices={forms.map(({ id, name }) => ({ value: id, label: `As in ${name}` }))}
            hint="A copy has everything of the other form but its address and its claims."
          />
          <NewFormLanguages />
        </>
      )}
    </FormPanel>
  );
}
