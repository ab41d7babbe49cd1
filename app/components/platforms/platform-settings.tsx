import { Choice } from "#app/components/forms/choice.tsx";
import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { useLeaveWarning } from "#app/components/forms/use-leave-warning.ts";
import { useTyped } from "#app/components/forms/use-typed.ts";
import layout from "#app/components/ui/layout.module.css";
import { writeInRegion } from "#app/lib/amount-in-region.ts";
import type { AccountField } from "#app/lib/domain.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { PlatformForm, PlatformResponse } from "#app/schemas/platforms.ts";
import { PlatformFields } from "./platform-fields.tsx";
import styles from "./platform-settings.module.css";

const choices: { value: AccountField; label: string }[] = [
  { value: "optional", label: "Optional" },
  { value: "required", label: "Required" },
  { value: "no", label: "Not asked" },
];

const FORM = "platform";

type PlatformSettingsProps = {
  platform: PlatformResponse;
  /** The account's own. */
  currency: string;
  currencies: readonly string[];
  /** What an empty limit means, as a text. */
  defaultLimit: string;
  canEdit: boolean;
};

/** A broker's name, whether the form asks for the account number there, and the limit above which an amount is unlikely. */
export function PlatformSettings({
  platform,
  currency,
  currencies,
  defaultLimit,
  canEdit,
}: PlatformSettingsProps) {
  const { name, icon, accountNumber, amountLimit, countsCoins } = platform;
  const { isChanged } = useTyped(FORM, JSON.stringify(platform));
  useLeaveWarning(isChanged, messages.formSettings.leaveUnsaved);
  return (
    <FormPanel<typeof PlatformForm>
      title="Settings"
      id={FORM}
      intent="update"
      className={styles.form}
      preventScrollReset
      defaultValue={{
        name,
        icon,
        accountNumber: {
          field: accountNumber?.field ?? "optional",
          name: accountNumber?.name ?? "",
          example: accountNumber?.example ?? "",
        },
        amount: writeInRegion(amountLimit?.amount, amountLimit?.currency ?? currency),
        currency: amountLimit?.currency ?? currency,
        countsCoins: countsCoins ? "on" : "",
      }}
      submit="Save"
      pending="Saving"
      foot={(button) => (canEdit ? button : null)}
    >
      {(fields) => {
        const account = fields.accountNumber.getFieldset();
        return (
          <fieldset className={styles.fields} disabled={!canEdit}>
            <PlatformFields name={fields.name} icon={fields.icon} hint="Existing claims keep the old name." />
            <SelectField
              label="Account number on your form"
              field={account.field}
              choices={choices}
              hint="Most broker files only list account numbers. Ask for it and claims match automatically."
            />
            <div className={layout.halves}>
              <Field
                label="The broker’s name for it"
                field={account.name}
                autoComplete="off"
                hint="For example “Exness account” or “UID”. Empty: account number."
              />
              <Field
                label="Example"
                field={account.example}
                autoComplete="off"
                hint="Shown beside the field."
              />
            </div>
            <div className={layout.halves}>
              <Field
                label="Limit for amounts"
                field={fields.amount}
                inputMode="decimal"
                autoComplete="off"
                hint={`Above this amount, visitors must confirm it twice. It stays out of your totals until you verify it. Leave it empty for ${defaultLimit}, or what that is worth in the claim’s currency.`}
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
              label="Treat USDT and USDC as US dollars"
            />
          </fieldset>
        );
      }}
    </FormPanel>
  );
}
