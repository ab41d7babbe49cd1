import { getCollectionProps, getFormProps, getSelectProps } from "@conform-to/react";
import { useEffect } from "react";
import { storeTheme } from "#app/browser/theme.ts";
import { useCurrency } from "#app/components/exchange-rates/currency-context.tsx";
import { ErrorSummary } from "#app/components/forms/error-summary.tsx";
import { FieldError } from "#app/components/forms/field-error.tsx";
import { PostForm } from "#app/components/forms/post-form.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { useForm } from "#app/components/forms/use-form.ts";
import type { FormResult } from "#app/components/forms/use-form-reply.ts";
import { Panel } from "#app/components/ui/panel.tsx";
import { hasRate } from "#app/lib/exchange.ts";

type Values = { currency: string; timezone: string; theme: string };
type PreferencesPanelProps = {
  preferences: Values;
  zones: { region: string; zones: string[] }[];
  currencies: string[];
  /** Only an owner changes currency and time zone. */
  isOwner: boolean;
  lastResult: FormResult | undefined;
};

const themes = [
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
  { value: "system", label: "As the system has it" },
];

export function PreferencesPanel({
  preferences,
  zones,
  currencies,
  isOwner,
  lastResult,
}: PreferencesPanelProps) {
  const [form, fields] = useForm<Values>({ intent: "preferences", lastResult, defaultValue: preferences });
  const { key, ...zone } = getSelectProps(fields.timezone);
  const radios = getCollectionProps(fields.theme, {
    type: "radio",
    options: themes.map(({ value }) => value),
  });
  const rates = useCurrency()?.exchangeRates;
  const isQuoted = (code: string) => !rates || hasRate(code, rates);
  useEffect(() => storeTheme(preferences.theme), [preferences.theme]);
  return (
    <Panel title="Preferences">
      <PostForm intent="preferences" className="panel-b" {...getFormProps(form)}>
        <ErrorSummary formId={form.id} lastResult={lastResult} />
        {isOwner ? (
          <>
            <SelectField
              label="Currency"
              field={fields.currency}
              choices={currencies.map((code) => ({
                value: code,
                label: isQuoted(code) ? code : `${code}, no exchange rate`,
              }))}
              hint="The whole dashboard is shown in it, and your form asks for amounts in it first."
            />
            <div className="field">
              <label htmlFor={fields.timezone.id}>Time zone</label>
              <select key={key} {...zone} className="select">
                {zones.map(({ region, zones: names }) => (
                  <optgroup key={region} label={region}>
                    {names.map((name) => (
                      <option key={name} value={name}>
                        {name.replaceAll("_", " ")}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
              <p className="hint">Days begin and end by it. Earlier submissions move with it.</p>
              <FieldError id={fields.timezone.errorId} errors={fields.timezone.errors} />
            </div>
          </>
        ) : (
          <p className="sub">
            Amounts are in {preferences.currency}, times in {preferences.timezone}. An owner can change both.
          </p>
        )}
        <fieldset className="field" id={fields.theme.id} tabIndex={-1}>
          <legend className="flabel pb-1.5">Theme</legend>
          {radios.map(({ key: name, ...props }, index) => (
            <label className="tick" key={name} htmlFor={props.id}>
              <input {...props} />
              <span>{themes[index]?.label}</span>
            </label>
          ))}
          <FieldError id={fields.theme.errorId} errors={fields.theme.errors} />
        </fieldset>
        <SubmitButton kind="primary" pending="Saving">
          Save preferences
        </SubmitButton>
      </PostForm>
    </Panel>
  );
}
