import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { writeInRegion } from "#app/lib/amount-in-region.ts";
import { displayMoney } from "#app/lib/money.ts";
import type { MoneyForm } from "#app/schemas/money.ts";

type Limit = { costPerVerified: string; afterSpend: string; currency: string };
type SpendLimitProps = { limit: Limit | null; currency: string; canWrite: boolean };

const TITLE = "When a campaign gets too expensive";

/** From when on members are told of a campaign's cost. */
export function SpendLimitForm({ limit, currency, canWrite }: SpendLimitProps) {
  if (!canWrite)
    return limit ? (
      <Panel title={TITLE}>
        <PanelBody>
          <p>
            Owners and managers are told when a verified deposit of a campaign costs more than{" "}
            {displayMoney(limit.costPerVerified, limit.currency)} after{" "}
            {displayMoney(limit.afterSpend, limit.currency)} were spent.
          </p>
        </PanelBody>
      </Panel>
    ) : null;
  // What was set in an earlier currency of the workspace is not the same amount in this one.
  const known = limit?.currency === currency ? limit : null;
  return (
    <FormPanel<typeof MoneyForm>
      key={JSON.stringify(limit)}
      title={TITLE}
      intent="set-limit"
      defaultValue={{
        costPerVerified: writeInRegion(known?.costPerVerified, currency),
        afterSpend: writeInRegion(known?.afterSpend, currency),
      }}
      submit="Save limit"
      pending="Saving"
      kind="plain"
      below={
        limit ? (
          <PanelBody>
            <PostForm intent="remove-limit" preventScrollReset>
              <SubmitButton pending="Removing">Remove limit</SubmitButton>
            </PostForm>
          </PanelBody>
        ) : null
      }
    >
      {(fields) => (
        <>
          <Field
            label={`Tell me when a verified deposit costs more than (${currency})`}
            field={fields.costPerVerified}
            inputMode="decimal"
            autoComplete="off"
          />
          <Field
            label={`After this much was spent (${currency})`}
            field={fields.afterSpend}
            inputMode="decimal"
            autoComplete="off"
            hint="Of one campaign in the last 28 days. Owners and managers are told once, until the campaign is below the limit again. Campaigns without an exchange rate aren’t watched."
          />
        </>
      )}
    </FormPanel>
  );
}
