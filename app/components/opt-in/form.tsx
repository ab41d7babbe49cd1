import type { FieldError } from "#app/lib/errors.ts";
import { languageCountry } from "#app/lib/phone-countries.ts";
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
import { TelegramLink } from "./continue-in-telegram.tsx";
import { OptInErrorSummary, summaryHeadings } from "./error-summary.tsx";
import { TextField } from "./field.tsx";
import { FORM_ID, LanguageChoice } from "./language-choice.tsx";
import { findNotice, type OptInTexts, optInTexts, optInTitle } from "./texts.ts";

/** Refuses only what is certainly no phone number: the server knows every country's rules. */
const PHONE_PATTERN = "(?:\\P{Nd}*\\p{Nd}){5}.*";
/** In any country's digits and notation, as in `1.250,50 €`: nothing below zero. */
const AMOUNT_PATTERN = "[^\\p{Nd}\\-]*\\p{Nd}.*";

type Props = {
  form: PublicForm;
  /** Of the visitor, where the page is for one region. */
  locale?: string;
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
  locale,
  formToken,
  thanksHtml,
  values,
  errors,
  notice,
  brandName,
  privacyHref,
}: Props) {
  const texts = optInTexts(form, locale);
  const { action, errors: sentences } = texts;
  const field = (name: string) => ({
    value: values[name] ?? "",
    error: errors.find((error) => error.field === name)?.message,
  });
  const options = (name: string) => errors.find(({ field }) => field === name)?.options ?? [];
  const shown = ["email", "phoneCountry", "phone", "platform", "reference", "consent"];
  if (form.amountField !== "hidden") shown.push("amount", "currency");
  return (
    <OptInCard
      language={form.language}
      form={form}
      look={form.look}
      brandName={brandName}
      privacyHref={privacyHref}
      noticeHref={findNotice(form)}
    >
      <h1 dir="auto">{optInTitle(form)}</h1>
      {form.introduction && (
        <p className="owner-text" dir="auto">
          {form.introduction}
        </p>
      )}
      <OptInErrorSummary errors={errors} notice={notice} linked={shown} />
      <form id={FORM_ID} method="post" noValidate {...scriptData(form, texts)}>
        <input type="hidden" name="formToken" value={formToken} />
        <input type="hidden" name="formKey" value={form.formKey} />
        <input type="hidden" name="consentVersion" value={form.consentVersion} />
        <input type="hidden" name="language" value={form.language} />
        {/* The script fills it in. */}
        <input type="hidden" name="timeZone" />
        {form.phoneCountry && <input type="hidden" name="formCountry" value={form.phoneCountry} />}
        {form.facebookPixelId && <input type="hidden" name="facebookPixelId" value={form.facebookPixelId} />}
        <TextField
          name="email"
          label={texts.form.email}
          hint={action.emailHint}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={EMAIL_MAX}
          pattern={EMAIL_PATTERN.source.slice(1, -1)}
          requiredMessage={sentences.emailRequired}
          shapeMessage={sentences.emailShape}
          {...field("email")}
        />
        <div className="phone">
          <PhoneCountryField
            preset={form.phoneCountry}
            guess={languageCountry(form.language)}
            {...field("phoneCountry")}
          />
          <TextField
            name="phone"
            label={texts.form.phone}
            type="tel"
            autoComplete="tel"
            required
            maxLength={PHONE_MAX}
            pattern={PHONE_PATTERN}
            requiredMessage={sentences.phoneRequired}
            shapeMessage={sentences.phoneShape}
            {...field("phone")}
          />
        </div>
        <PhoneOptions options={options("phone")} />
        <PlatformField question={action.platformQuestion} platforms={form.platforms} {...field("platform")} />
        {form.amountField !== "hidden" && (
          <div className="amount">
            <TextField
              name="amount"
              label={texts.form.amount}
              hint={form.amountField === "optional" ? texts.form.optional : undefined}
              required={form.amountField === "required" || undefined}
              requiredMessage={sentences.amountRequired}
              inputMode="decimal"
              autoComplete="transaction-amount"
              maxLength={AMOUNT_TYPED_MAX}
              pattern={AMOUNT_PATTERN}
              shapeMessage={sentences.amountShape}
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
              {texts.form.leaveEmpty}
              <input name="website" tabIndex={-1} autoComplete="off" />
            </label>
          </p>
        )}
        <Consent text={form.consentText} {...field("consent")} />
        <button type="submit" data-busy={texts.form.sending}>
          {action.button}
        </button>
        <p className="small centered">{texts.form.oneStep}</p>
      </form>
      {form.telegramHref && <TelegramLink href={form.telegramHref} />}
      <LanguageChoice current={form.language} languages={form.languages} />
      <script
        type="text/plain"
        id="thanks"
        data-title={texts.thanks.title(form.ownerName)}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React rendered this HTML and escaped its values
        dangerouslySetInnerHTML={{ __html: thanksHtml }}
      />
    </OptInCard>
  );
}

/** Data for the browser script, so that no text exists twice: some are for a status, 0 without a response. */
function scriptData(form: PublicForm, texts: OptInTexts) {
  const { duplicate, invalid, unverifiable, gone, failed, offline } = texts.errors;
  return {
    "data-slug": form.slug,
    "data-redirect": form.redirectUrl ?? undefined,
    "data-invalid": invalid,
    "data-failed": failed,
    "data-meant": texts.form.didYouMean,
    "data-for0": offline,
    "data-for403": unverifiable,
    "data-for404": gone,
    "data-for409": duplicate,
    "data-headings": summaryHeadings(texts),
    "data-error-title": texts.form.errorTitle(""),
  };
}
