import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import text from "#app/components/ui/text.module.css";
import type { AccountNumber } from "#app/lib/account-number.ts";
import type { AccountField } from "#app/lib/domain.ts";
import type { PlatformForm } from "#app/schemas/platforms.ts";
import styles from "./platform-identity.module.css";

const choices: { value: AccountField; label: string }[] = [
  { value: "optional", label: "Optional" },
  { value: "required", label: "Required" },
  { value: "no", label: "Not asked" },
];

/** Whether the form asks for the account number at the broker. */
export function AccountNumberPanel({ saved }: { saved: AccountNumber | null }) {
  return (
    <FormPanel<typeof PlatformForm>
      title="Account number"
      id="account-number"
      intent="account"
      className={styles.form}
      preventScrollReset
      defaultValue={{
        field: saved?.field ?? "optional",
        name: saved?.name ?? "",
        example: saved?.example ?? "",
      }}
      submit="Save account number"
      pending="Saving"
    >
      {(fields) => (
        <>
          <p className={text.secondary}>
            Statements of most brokers name clients by their account number alone. A claim with its number is
            checked with one click.
          </p>
          <SelectField label="On your form" field={fields.field} choices={choices} />
          <Field
            label="The broker’s name for it"
            field={fields.name}
            autoComplete="off"
            hint="For example “Exness account” or “UID”. Empty: account number."
          />
          <Field label="Example" field={fields.example} autoComplete="off" hint="Shown beside the field." />
        </>
      )}
    </FormPanel>
  );
}
