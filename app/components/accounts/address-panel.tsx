import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import type { AccountForm, AddressResponse } from "#app/schemas/profile.ts";
import styles from "./address-panel.module.css";

export function AddressPanel({ address }: { address: AddressResponse | null }) {
  return (
    <FormPanel<typeof AccountForm>
      title="Address"
      intent="address"
      defaultValue={address ?? {}}
      submit="Save address"
      pending="Saving"
    >
      {(fields) => (
        <>
          <Field label="Street and number" field={fields.street} autoComplete="address-line1" />
          <div className={styles.pair}>
            <Field label="Postal code" field={fields.postalCode} autoComplete="postal-code" />
            <Field label="City" field={fields.city} autoComplete="address-level2" />
          </div>
          <div className={styles.pair}>
            <Field label="State or region" field={fields.state} autoComplete="address-level1" />
            <Field label="Country" field={fields.country} autoComplete="country-name" />
          </div>
        </>
      )}
    </FormPanel>
  );
}
