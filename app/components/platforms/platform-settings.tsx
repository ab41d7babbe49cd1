import { ConflictNote } from "#app/components/form-settings/conflict-note.tsx";
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
import type { PlatformForm, PlatformResponse, SettingsConflict } from "#app/schemas/platforms.ts";
import { PlatformFields } from "./platform-fields.tsx";
import { iconLabels } from "./platform-icon.tsx";
import styles from "./platform-settings.module.css";

const choices: { value: AccountField; label: string }[] = [
  { value: "optional", label: "Optional" },
  { value: "required", label: "Required" },
  { value: "no", label: "Not asked" },
];

const labels = {
  account: "Account number on your form",
  accountName: "The broker’s name for it",
  example: "Example",
  limit: "Limit for amounts",
  currency: "Currency",
  coins: "Treat USDT and USDC as US dollars",
};

const FORM = "platform";

type PlatformSettingsProps = {
  platform: PlatformResponse;
  /** The hash of its settings. */
  seen: string;
  conflict: SettingsConflict | undefined;
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
  seen,
  conflict,
  currency,
  currencies,
  defaultLimit,
  canEdit,
}: PlatformSettingsProps) {
  const { isChanged } = useTyped(FORM, JSON.stringify(platform));
  useLeaveWarning(isChanged || conflict !== undefined, messages.formSettings.leaveUnsaved);
  return (
    <FormPanel<typeof PlatformForm>
      title="Settings"
      id={FORM}
      intent="update"
      className={styles.form}
      preventScrollReset
      defaultValue={{ ...toValues(platform, currency), seen }}
      submit="Save"
      pending="Saving"
      foot={(button) => (canEdit ? button : null)}
    >
      {(fields) => {
        const account = fields.accountNumber.getFieldset();
        return (
          <fieldset className={styles.fields} disabled={!canEdit}>
            <input type="hidden" name="seen" value={conflict?.seen ?? fields.seen.initialValue} />
            {conflict ? (
              <ConflictNote
                saved={listOthers(toValues(conflict.saved, currency), [
                  fields.name.initialValue,
                  fields.icon.initialValue,
                  account.field.initialValue,
                  account.name.initialValue,
                  account.example.initialValue,
                  fields.amount.initialValue,
                  fields.currency.initialValue,
                  fields.countsCoins.initialValue,
                ])}
              />
            ) : null}
            <PlatformFields name={fields.name} icon={fields.icon} hint="Existing claims keep the old name." />
            <SelectField
              label={labels.account}
              field={account.field}
              choices={choices}
              hint="Most broker files only list account numbers. Ask for it and claims match automatically."
            />
            <div className={layout.halves}>
              <Field
                label={labels.accountName}
                field={account.name}
                autoComplete="off"
                hint="For example “Exness account” or “UID”. Empty: account number."
              />
              <Field
                label={labels.example}
                field={account.example}
                autoComplete="off"
                hint="Shown beside the field."
              />
            </div>
            <div className={layout.halves}>
              <Field
                label={labels.limit}
                field={fields.amount}
                inputMode="decimal"
                autoComplete="off"
                hint={`Above this amount, visitors must confirm it twice. It stays out of your totals until you verify it. Leave it empty for ${defaultLimit}, or what that is worth in the claim’s currency.`}
              />
              <SelectField
                label={labels.currency}
                field={fields.currency}
                choices={currencies.map((code) => ({ value: code, label: code }))}
              />
            </div>
            <Choice
              type="checkbox"
              name={fields.countsCoins.name}
              id={fields.countsCoins.id}
              defaultChecked={fields.countsCoins.initialValue === "on"}
              label={labels.coins}
            />
          </fieldset>
        );
      }}
    </FormPanel>
  );
}

const toValues = (
  { name, icon, accountNumber, amountLimit, countsCoins }: PlatformResponse,
  currency: string,
) => ({
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
});

/** The saved settings that differ from the typed ones. */
function listOthers(saved: ReturnType<typeof toValues>, typed: (string | undefined)[]) {
  const { name, icon, accountNumber: account, amount, currency, countsCoins } = saved;
  const asked = choices.find(({ value }) => value === account.field)?.label;
  return [
    { label: "Name", saved: name },
    { label: "Icon", saved: icon, value: iconLabels(icon) },
    { label: labels.account, saved: account.field, value: asked },
    { label: labels.accountName, saved: account.name },
    { label: labels.example, saved: account.example },
    { label: labels.limit, saved: amount },
    { label: labels.currency, saved: currency },
    { label: labels.coins, saved: countsCoins, value: countsCoins === "" ? "no" : "yes" },
  ].flatMap(({ label, saved, value = saved }, index) =>
    saved === (typed[index] ?? "") ? [] : [{ label, value }],
  );
}
