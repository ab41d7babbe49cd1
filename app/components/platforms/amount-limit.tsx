import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import text from "#app/components/ui/text.module.css";
import { writeInRegion } from "#app/lib/amount-in-region.ts";
import type { Money } from "#app/lib/commission.ts";
import type { PlatformForm } from "#app/schemas/platforms.ts";
import styles from "./amount-limit.module.css";

type AmountLimitProps = {
  limit: Money | null;
  countsCoins: boolean;
  /** The account's own. */
  currency: string;
  currencies: readonly string[];
  /** What an empty limit means, as a text. */
  defaultLimit: string;
};

/** The limit above which an amount is unlikely, and whether coins are amounts. */
export function AmountLimit({ limit, countsCoins, currency, currencies, defaultLimit }: AmountLimitProps) {
  return (
    <FormPanel<typeof PlatformForm>
      title="Amounts"
      intent="limit"
      className={styles.form}
      preventScrollReset
      defaultValue={{
        amount: writeInRegion(limit?.amount, limit?.currency ?? currency),
        currency: limit?.currency ?? currency,
        countsCoins: countsCoins ? "on" : "",
      }}
      submit="Save amounts"
      pending="Saving"
    >
      {(fields) => (
        <>
          <p className={text.secondary}>
            Your form asks once more before it takes an amount above this limit. The claim is marked, and no
            sum counts it until you verify it.
          </p>
          <div className={styles.limit}>
            <Field
              label="Limit"
              field={fields.amount}
              inputMode="decimal"
              autoComplete="off"
              hint={`Leave it empty for ${defaultLimit}, or what that is worth in the claim’s currency.`}
            />
            <SelectField
              label="Currency"
              field={fields.currency}
              choices={currencies.map((code) => ({ value: code, label: code }))}
            />
          </div>
          <Choice
            type="checkbox"
            name={fields.countsCoins.name}
            id={fields.countsCoins.id}
            defaultChecked={fields.countsCoins.initialValue === "on"}
            label="Take an amount in USDT or USDC as one in dollars, as this broker shows it"
          />
        </>
      )}
    </FormPanel>
  );
}
