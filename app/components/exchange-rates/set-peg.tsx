import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { findPeg, peggedCurrencies } from "#app/lib/pegs.ts";
import type { OwnRateForm } from "#app/schemas/exchange-rates.ts";
import { describeRate } from "./describe-rate.ts";

const choices = peggedCurrencies.map((currency) => {
  const peg = findPeg(currency);
  return { value: currency, label: peg ? `${currency}: ${describeRate(peg)}` : currency };
});

/** The known pegs to choose from. */
export function SetPeg() {
  return (
    <FormPanel<typeof OwnRateForm>
      title="Use a known fixed rate"
      intent="use-peg"
      submit="Use this fixed rate"
      pending="Saving"
      kind="plain"
    >
      {(fields) => (
        <SelectField
          label="Currency with a fixed rate"
          field={fields.currency}
          choices={choices}
          none="Choose a currency"
          hint="As its central bank quotes it. It is valid on all days until you delete it."
        />
      )}
    </FormPanel>
  );
}
