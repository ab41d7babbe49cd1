import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Rows } from "#app/components/ui/rows.tsx";
import text from "#app/components/ui/text.module.css";
import type { MoneyForm } from "#app/schemas/money.ts";

type Campaign = { ref: string; name: string };
type CampaignSourceProps = {
  campaigns: Campaign[];
  /** The one that is to be assigned. */
  chosen: string | null;
  rules: (Campaign & { source: string })[];
};

/** The owner's rules of which source a campaign's spend counts under. */
export function CampaignSource({ campaigns, chosen, rules }: CampaignSourceProps) {
  return (
    <FormPanel<typeof MoneyForm>
      title="Assign a campaign to a source"
      intent="set-source"
      defaultValue={{
        campaignRef: chosen ?? "",
        source: rules.find(({ ref }) => ref === chosen)?.source ?? "",
      }}
      submit="Save source"
      pending="Saving"
      kind="plain"
      below={rules.length === 0 ? null : <Rules rules={rules} />}
    >
      {(fields) => (
        <>
          <SelectField
            label="Campaign"
            field={fields.campaignRef}
            choices={campaigns.map(({ ref, name }) => ({ value: ref, label: name }))}
            none="Choose a campaign"
          />
          <Field
            label="Source"
            field={fields.source}
            autoComplete="off"
            hint="As claims name it, for example instagram. Leave it empty to remove the rule."
          />
        </>
      )}
    </FormPanel>
  );
}

const Rules = ({ rules }: Pick<CampaignSourceProps, "rules">) => (
  <Rows isWrapping>
    {rules.map(({ ref, name, source }) => (
      <li key={ref}>
        <div>
          <bdi className={text.breakable}>{name}</bdi>{" "}
          <span className={text.small}>
            counts under <bdi className={text.breakable}>{source}</bdi>
          </span>
        </div>
        <PostForm intent="set-source" preventScrollReset>
          <SubmitButton kind="quiet" pending="Removing" name="campaignRef" value={ref}>
            Remove rule
          </SubmitButton>
        </PostForm>
      </li>
    ))}
  </Rows>
);
