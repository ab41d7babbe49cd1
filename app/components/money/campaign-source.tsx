import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import type { MoneyForm } from "#app/schemas/money.ts";

/** The owner's rule that a campaign's spend counts under a source. */
export function CampaignSource({ campaigns }: { campaigns: { ref: string; name: string }[] }) {
  return (
    <FormPanel<typeof MoneyForm>
      title="Say whose spend a campaign is"
      intent="set-source"
      submit="Save source"
      pending="Saving"
      kind="plain"
    >
      {(fields) => (
        <>
          <SelectField
            label="This campaign"
            field={fields.campaignRef}
            choices={campaigns.map(({ ref, name }) => ({ value: ref, label: name }))}
            none="Choose a campaign"
          />
          <Field
            label="Is of this source"
            field={fields.source}
            autoComplete="off"
            hint="As claims name it, for example instagram. Leave it empty to take the rule back."
          />
        </>
      )}
    </FormPanel>
  );
}
