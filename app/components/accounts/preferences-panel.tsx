import { getCollectionProps, getSelectProps } from "@conform-to/react";
import { useEffect } from "react";
import { storeTheme } from "#app/browser/theme.ts";
import { useCurrency } from "#app/components/exchange-rates/currency-context.tsx";
import { Choice } from "#app/components/forms/choice.tsx";
import { Select } from "#app/components/forms/control.tsx";
import { FieldBox, FieldGroup } from "#app/components/forms/field-box.tsx";
import { FormPanel } from "#app/components/forms/form-panel.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import text from "#app/components/ui/text.module.css";
import { hasRate } from "#app/lib/exchange.ts";
import type { PreferencesForm } from "#app/schemas/profile.ts";

type PreferencesPanelProps = {
  preferences: { currency: string; timezone: string; region: string; theme: string };
  zones: { region: string; zones: string[] }[];
  currencies: string[];
  regions: { value: string; label: string }[];
  /** Only an owner changes currency, time zone and region. */
  isOwner: boolean;
};

const themes = [
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
  { value: "system", label: "Match my device" },
];

export function PreferencesPanel({
  preferences,
  zones,
  currencies,
  regions,
  isOwner,
}: PreferencesPanelProps) {
  const rates = useCurrency()?.conversion;
  const isQuoted = (code: string) => !rates || hasRate(code, rates);
  useEffect(() => storeTheme(preferences.theme), [preferences.theme]);
  return (
    <FormPanel<typeof PreferencesForm>
      title="Preferences"
      intent="preferences"
      defaultValue={preferences}
      submit="Save preferences"
      pending="Saving"
    >
      {(fields) => {
        const { key, ...zone } = getSelectProps(fields.timezone);
        const radios = getCollectionProps(fields.theme, {
          type: "radio",
          options: themes.map(({ value }) => value),
        });
        return (
          <>
            {isOwner ? (
              <>
                <SelectField
                  label="Currency"
                  field={fields.currency}
                  choices={currencies.map((code) => ({
                    value: code,
                    label: isQuoted(code) ? code : `${code}, no exchange rate`,
                  }))}
                  hint="Used across your dashboard and preselected on your form."
                />
                <FieldBox
                  label="Time zone"
                  htmlFor={fields.timezone.id}
                  field={fields.timezone}
                  hint="Decides when a day starts and ends, for past claims too."
                >
                  <Select key={key} {...zone}>
                    {zones.map(({ region, zones: names }) => (
                      <optgroup key={region} label={region}>
                        {names.map((name) => (
                          <option key={name} value={name}>
                            {name.replaceAll("_", " ")}
                          </option>
                        ))}
                      </optgroup>
                    ))}
                  </Select>
                </FieldBox>
                <SelectField
                  label="Region"
                  field={fields.region}
                  choices={regions}
                  hint="How your dashboard writes dates and numbers. Exports stay as they are."
                />
              </>
            ) : (
              <p className={text.secondary}>
                Amounts are in {preferences.currency}, times in {preferences.timezone}. An owner can change
                both.
              </p>
            )}
            <FieldGroup legend="Theme" field={fields.theme}>
              {radios.map(({ key: name, ...props }, index) => (
                <Choice key={name} {...props} label={themes[index]?.label} />
              ))}
            </FieldGroup>
          </>
        );
      }}
    </FormPanel>
  );
}
