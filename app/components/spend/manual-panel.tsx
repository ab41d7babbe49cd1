import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import layout from "#app/components/ui/layout.module.css";
import type { SpendForm } from "#app/schemas/spend.ts";

type ManualPanelProps = { currencies: string[]; currency: string; today: string };

/** Adds what no ad platform bills. */
export function ManualPanel({ currencies, currency, today }: ManualPanelProps) {
  return (
    <FormPanel<typeof SpendForm>
      title="Add an amount"
      intent="add"
      submit="Add amount"
      pending="Adding"
      defaultValue={{ currency, from: today }}
    >
      {(fields) => (
        <>
          <Field
            label="What it was spent on"
            field={fields.name}
            autoComplete="off"
            hint="For example the fee of an influencer, or a newsletter."
          />
          <div className={layout.halves}>
            <Field
              label="Amount"
              field={fields.amount}
              inputMode="decimal"
              autoComplete="off"
              hint="With a minus for money that came back."
            />
            <SelectField
              label="Currency"
              field={fields.currency}
              choices={currencies.map((code) => ({ value: code, label: code }))}
            />
            <Field label="First day" field={fields.from} type="date" />
            <Field
              label="Last day (optional)"
              field={fields.to}
              type="date"
              hint="Then it is spread evenly over the days."
            />
          </div>
          <Field
            label="Source"
            field={fields.source}
            autoComplete="off"
            hint="The source of the claims that it brought, as in Results, for example instagram."
          />
        </>
      )}
    </FormPanel>
  );
}
