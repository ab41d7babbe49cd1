import type { FieldError } from "#app/lib/errors.ts";
import { languageCountry } from "#app/lib/phone-countries.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { PublicForm } from "#app/schemas/opt-in.ts";
import { EMAIL_PATTERN } from "#app/schemas/shared/email.ts";
import { AMOUNT_TYPED_MAX, EMAIL_MAX, PHONE_MAX } from "#app/schemas/shared/limits.ts";
import { AccountNumberField } from "./account-field.tsx";
import { OptInCard } from "./card.tsx";
import {
  AmountConfirmation,
  Consent,
  CurrencyChoice,
  PhoneCountryField,
  PhoneOptions,
  PlatformField,
} from "./choices.tsx";
import { OptInErrorSummary, summaryHeadings } from "./error-summary.tsx";
import { TextField } from "./field.tsx";
import { optInTexts, thanksTitle } from "./texts.ts";

/** Refuses only what is certainly no phone number: the server knows every country's rules. */
const PHONE_PATTERN = "(?:\\P{Nd}*\\p{Nd}){5}.*";
/** In any country's digits and notation, as in `1.250,50 €`: nothing below zero. */
const AMOUNT_PATTERN = "[^\\p{Nd}\\-]*\\p{Nd}.*";

/** Of the form's texts. */
const LANGUAGE = "en";

type Props = {
  form: PublicForm;
  formToken: string;
  /** The thank-you view, for the browser script. */
  thanksHtml: string;
  values: Record<string, string>;
  errors: FieldError[];
  /** A sentence about the whole form, shown above it. */
  notice: string | null;
  brandName: string;
  privacyHref?: string | null;
};

/** The public form. It has no action: it posts to the address it was opened with, so click ids survive. */
export function OptInFormView({
  form,
  formToken,
  thanksHtml,
  values,
  errors,
  notice,
  brandName,
  privacyHref,
}: Props) {
  const texts = optInTexts(form);
  const field = (name: string) => ({
    value: values[name] ?? "",
    error: errors.find((error) => error.field === name)?.message,
  });
  const options = (name: string) => errors.find(({ field }) => field === name)?.options ?? [];
  const shown = ["email", "phoneCountry", "phone", "platform", "reference", "consent"];
  if (form.amountField !== "hidden") shown.push("amount", "currency");
  return (
    <OptInCard form={form} brandName={brandName} privacyHref={privacyHref}>
      <h1>{texts.title}</h1>
      {form.introduction && <p className="owner-text">{form.introduction}</p>}
      <OptInErrorSummary errors={errors} notice={notice} linked={shown} />
      <form method="post" noValidate {...scriptData(form)}>
        <input type="hidden" name="formToken" value={formToken} />
        <input type="hidden" name="consentVersion" value={form.consentVersion} />
        {/* The script fills it in. */}
        <input type="hidden" name="timeZone" />
        {form.facebookPixelId && <input type="hidden" name="facebookPixelId" value={form.facebookPixelId} />}
        <TextField
          name="email"
          label="Email"
          hint={texts.emailHint}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={EMAIL_MAX}
          pattern={EMAIL_PATTERN.source.slice(1, -1)}
          requiredMessage={messages.fields.emailRequired}
          shapeMessage={messages.fields.emailShape}
          {...field("email")}
        />
        <div className="phone">
          <PhoneCountryField
            preset={form.phoneCountry}
            guess={languageCountry(LANGUAGE)}
            {...field("phoneCountry")}
          />
          <TextField
            name="phone"
            label="Phone"
            type="tel"
            autoComplete="tel"
            required
            maxLength={PHONE_MAX}
            pattern={PHONE_PATTERN}
            requiredMessage={messages.fields.phoneRequired}
            shapeMessage={messages.fields.phoneShape}
            {...field("phone")}
          />
        </div>
        <PhoneOptions options={options("phone")} />
        <PlatformField question={texts.platformQuestion} platforms={form.platforms} {...field("platform")} />
        {form.amountField !== "hidden" && (
          <div className="amount">
            <TextField
              name="amount"
              label="Amount"
              hint={form.amountField === "optional" ? "optional" : undefined}
              required={form.amountField === "required" || undefined}
              requiredMessage={messages.fields.amountRequired}
              inputMode="decimal"
              autoComplete="transaction-amount"
              maxLength={AMOUNT_TYPED_MAX}
              pattern={AMOUNT_PATTERN}
              shapeMessage={messages.fields.amountShape}
              {...field("amount")}
            />
            <CurrencyChoice currency={form.currency} {...field("currency")} />
          </div>
        )}
        {form.amountField !== "hidden" && (
          <AmountConfirmation option={options("amount")[0]} value={values.amountConfirmed ?? ""} />
        )}
        <AccountNumberField platforms={form.platforms} {...field("reference")} />
        {/* A password manager may have filled it in. It is not asked twice, so that a person gets through. */}
        {!values.website && (
          <p className="honeypot" aria-hidden="true">
            <label>
              Leave this empty
              <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </p>
        )}
        <Consent text={form.consentText} {...field("consent")} />
        <button type="submit" data-busy="Sending…">
          {texts.button}
        </button>
        <p className="small centered">One step. We never ask for a password or card.</p>
      </form>
      <script
        type="text/plain"
        id="thanks"
        data-title={thanksTitle(form)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered this HTML and escaped its values
        dangerouslySetInnerHTML={{ __html: thanksHtml }}
      />
    </OptInCard>
  );
}

/** Data for the browser script, so that no text exists twice: some are for a status, 0 without a response. */
function scriptData(form: PublicForm) {
  const { duplicate, invalid, unverifiable, gone, failed, offline, didYouMean } = messages.optIn;
  return {
    "data-slug": form.slug,
    "data-redirect": form.redirectUrl ?? undefined,
    "data-invalid": invalid,
    "data-failed": failed,
    "data-meant": didYouMean("{email}"),
    "data-for0": offline,
    "data-for403": unverifiable,
    "data-for404": gone,
    "data-for409": duplicate,
    "data-headings": summaryHeadings,
  };
}
