import type { FieldOption } from "#app/lib/errors.ts";
import { COMMON_CURRENCIES } from "#app/lib/money.ts";
import { phoneCountries } from "#app/lib/phone-countries.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { errorProps, FieldMessage, type FieldState, Label } from "./field.tsx";
import { useLocale, useTexts } from "./language.tsx";

/** More do not fit a phone's screen and become a select. */
const RADIO_MAX = 5;

type PlatformProps = FieldState & { question: string; platforms: PublicForm["platforms"] };

export function PlatformField(props: PlatformProps) {
  return props.platforms.length > RADIO_MAX ? <PlatformSelect {...props} /> : <PlatformRadios {...props} />;
}

function PlatformRadios({ question, platforms, value, error }: PlatformProps) {
  const { errors } = useTexts();
  const chosen = value || (platforms.length === 1 ? platforms[0]?.id : undefined);
  return (
    <fieldset
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a fieldset's own role does not allow aria-invalid
      role="radiogroup"
      aria-labelledby="platform-l"
      data-field="platform"
      {...errorProps("platform", error)}
    >
      <legend id="platform-l">{question}</legend>
      {platforms.map(({ id, name }, index) => (
        <label key={id} className="platform">
          <input
            type="radio"
            id={index === 0 ? "platform" : undefined}
            name="platform"
            value={id}
            required
            defaultChecked={id === chosen}
            data-msg-required={index === 0 ? errors.platformRequired : undefined}
          />
          <span>{name}</span>
        </label>
      ))}
      <FieldMessage name="platform" error={error} />
    </fieldset>
  );
}

function PlatformSelect({ question, platforms, value, error }: PlatformProps) {
  const { form, errors } = useTexts();
  const chosen = platforms.some(({ id }) => id === value) ? value : "";
  return (
    <div data-field="platform">
      <Label name="platform">{question}</Label>
      <select
        id="platform"
        name="platform"
        required
        defaultValue={chosen}
        data-msg-required={errors.platformRequired}
        {...errorProps("platform", error)}
      >
        <option value="">{form.chooseOne}</option>
        {platforms.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <FieldMessage name="platform" error={error} />
    </div>
  );
}

type CountryProps = FieldState & {
  /** The owner's. The script shows the browser's in its place. */
  preset: string | null;
  /** Of the form's language, for want of a preset. */
  guess: string | null;
};

/** The country of a number typed without its code. */
export function PhoneCountryField({ preset, guess, value, error }: CountryProps) {
  const { form } = useTexts();
  const countries = phoneCountries(useLocale());
  return (
    <div data-field="phoneCountry">
      <Label name="phoneCountry">{form.country}</Label>
      <select
        id="phoneCountry"
        name="phoneCountry"
        autoComplete="country"
        defaultValue={value || (preset ?? guess ?? "")}
        data-guess={value ? undefined : ""}
        {...errorProps("phoneCountry", error)}
      >
        <option value="">{form.choose}</option>
        {countries.map(({ code, name, callingCode }) => (
          <option key={code} value={code}>
            {`${name} +${callingCode}`}
          </option>
        ))}
      </select>
      <FieldMessage name="phoneCountry" error={error} />
    </div>
  );
}

/**
 * What the number that was typed may mean. A choice is sent under the same name after the text field, and so
 * counts instead of what stands there.
 */
export function PhoneOptions({ options }: { options: FieldOption[] }) {
  const { form } = useTexts();
  if (options.length === 0) return null;
  return (
    <fieldset>
      <legend>{form.whichNumber}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className="platform">
          <input type="radio" name="phone" value={value} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Confirms an amount that the server has asked about; empty before. The script fills it in too, and empties
 * it once the amount changes.
 * @param value the amount that was confirmed by the post before
 */
export function AmountConfirmation({ option, value }: { option: FieldOption | undefined; value: string }) {
  const { errors } = useTexts();
  const asked = option?.value ?? value;
  return (
    <div className="ask">
      {asked && (
        <label className="consent">
          <input type="checkbox" name="amountConfirmed" value={asked} defaultChecked={asked === value} />
          {option?.label ?? errors.amountIsRight(asked)}
        </label>
      )}
    </div>
  );
}

/** The form's own currency first, then the usual ones. */
export function CurrencyChoice({ currency, value, error }: FieldState & { currency: string }) {
  const { form } = useTexts();
  const codes = [...new Set([currency, ...COMMON_CURRENCIES])];
  return (
    <div data-field="currency">
      <Label name="currency">{form.currency}</Label>
      <select
        id="currency"
        name="currency"
        autoComplete="transaction-currency"
        defaultValue={codes.includes(value) ? value : currency}
        {...errorProps("currency", error)}
      >
        {codes.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
      <FieldMessage name="currency" error={error} />
    </div>
  );
}

/** The owner's consent text with its checkbox. */
export function Consent({ text, value, error }: FieldState & { text: string }) {
  const { errors } = useTexts();
  return (
    <div data-field="consent">
      <label className="consent">
        <input
          type="checkbox"
          id="consent"
          name="consent"
          required
          defaultChecked={value !== ""}
          data-msg-required={errors.consentRequired}
          {...errorProps("consent", error)}
        />
        <span dir="auto">{text}</span>
      </label>
      <FieldMessage name="consent" error={error} />
    </div>
  );
}
