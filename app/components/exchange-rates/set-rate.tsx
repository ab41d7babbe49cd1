import { getCollectionProps } from "@conform-to/react";
import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FieldGroup } from "#app/components/forms/field-box.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import text from "#app/components/ui/text.module.css";
import type { OwnRateForm } from "#app/schemas/exchange-rates.ts";

type SetRateProps = {
  /** The pair that the form begins with. */
  asked: { from: string | null; to: string };
  today: string;
  timeZone: string;
  currencies: string[];
};

const validities = [
  { value: "always", label: "On all days: the rate is fixed" },
  { value: "from", label: "From a day on, until a later rate of the same currencies" },
];

export function SetRate({ asked, today, timeZone, currencies }: SetRateProps) {
  const choices = currencies.map((code) => ({ value: code, label: code }));
  return (
    <FormPanel<typeof OwnRateForm>
      title="Set a rate"
      intent="set"
      defaultValue={{ from: asked.from ?? "", to: asked.to, validity: "always", validFrom: today }}
      submit="Save rate"
      pending="Saving"
    >
      {(fields) => (
        <>
          <SelectField label="One unit of" field={fields.from} choices={choices} none="Choose a currency" />
          <Field
            label="Is worth"
            field={fields.rate}
            inputMode="decimal"
            autoComplete="off"
            hint="For example 3.6725, where 1 USD is worth 3.6725 AED."
          />
          <SelectField label="In" field={fields.to} choices={choices} />
          <FieldGroup legend="Valid" field={fields.validity}>
            {getCollectionProps(fields.validity, {
              type: "radio",
              options: validities.map(({ value }) => value),
            }).map(({ key, ...props }, index) => (
              <Choice key={key} {...props} label={validities[index]?.label} />
            ))}
          </FieldGroup>
          <Field
            label="First day"
            field={fields.validFrom}
            type="date"
            hint={`Not needed for a fixed rate. Claims that you verify on or after that day (${timeZone}) are calculated with it.`}
          />
          <p className={text.small}>A rate of the same two currencies and the same first day is replaced.</p>
        </>
      )}
    </FormPanel>
  );
}
