import { Field } from "#app/components/forms/field.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import type { AccountForm } from "#app/schemas/profile.ts";

export function PhonePanel({ phoneNumber }: { phoneNumber: string | null }) {
  return (
    <FormPanel<typeof AccountForm>
      title="Phone"
      intent="phone"
      defaultValue={{ phoneNumber: phoneNumber ?? "" }}
      submit="Save phone number"
      pending="Saving"
    >
      {(fields) => (
        <Field
          label="Phone number"
          field={fields.phoneNumber}
          type="tel"
          autoComplete="tel"
          hint="With the country code, for example +34 600 555 123. Leave empty to remove it."
        />
      )}
    </FormPanel>
  );
}
