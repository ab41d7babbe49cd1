import { readTimeZone } from "#app/lib/dates.ts";
import type { DecisionReason } from "#app/lib/domain.ts";
import { pickTexts, readFormJson, readTexts } from "#app/lib/form-json.ts";
import { visitorLocale } from "#app/lib/language-regions.ts";
import { FIRST_LANGUAGE, type Language } from "#app/lib/languages.ts";
import { formatMoment, withLatinDigits } from "#app/lib/moments.ts";
import { displayMoney, formatAmount } from "#app/lib/money.ts";
import { formatPhone } from "#app/lib/read-phone.ts";
import type { ColumnFor } from "#app/lib/submission-columns.ts";
import type { OptInForm } from "#app/models/opt-in-form.server.ts";
import type { Submission } from "#app/models/submission.server.ts";
import { textsIn } from "#app/schemas/languages/index.ts";
import type { GetName } from "./submission.ts";

type ShownColumn = ColumnFor<"shown">;
type RecordedColumns = Pick<Submission, Exclude<ShownColumn, ColumnFor<"later">>>;

/**
 * What was just recorded, as texts.
 * @param acceptLanguage the header of that name, for the visitor's region
 * @param timeZone of the visitor; where it is unknown the time is in UTC and says so
 */
export function presentRecorded(
  recorded: RecordedColumns,
  { acceptLanguage, timeZone = "" }: { acceptLanguage: string | null; timeZone?: string | undefined },
) {
  const { action, amount, currency, platformName, email, phone, createdAt } = recorded;
  const language = recorded.language ?? FIRST_LANGUAGE;
  const { noun, withAmount } = textsIn(language).actions[action];
  const locale = visitorLocale(language, acceptLanguage);
  const confirmed =
    amount && currency ? withAmount(displayMoney(amount, currency, withLatinDigits(locale))) : noun;
  const zone = readTimeZone(timeZone);
  const when = zone ? formatMoment(createdAt, locale, zone) : `${formatMoment(createdAt, locale, "UTC")} UTC`;
  return { confirmed, platform: platformName, email, phone: formatPhone(phone), when };
}

/** Why it was rejected, if the owner lets the visitor know. */
function reasonFor(
  { decisionReason, decisionReasonText, showsReason }: Pick<Submission, ShownColumn>,
  language: Language,
): string | null {
  if (!showsReason || decisionReason === null) return null;
  const ownWords = decisionReasonText || null;
  if (decisionReason === "other") return ownWords;
  return [textsIn(language).reasons[decisionReason as DecisionReason], ownWords].filter(Boolean).join(": ");
}

/** A submission for its visitor in their language, with the form's texts. */
export function presentConfirmation(
  { submission, form }: { submission: Pick<Submission, ShownColumn | "deliveries">; form: OptInForm },
  isNew: boolean,
  getName: GetName,
) {
  const {
    amount,
    currency,
    platformName: name,
    email,
    phone,
    createdAt,
    status,
    withdrawnAt,
    sharingEndedAt,
  } = submission;
  const { slug, logo, ownerName, action, allowRepeat, redirectUrl } = form;
  const { accentColor, theme } = form;
  const settings = readFormJson(form);
  const language = submission.language ?? settings.languages.default;
  const { successMessage, privacyText } = pickTexts(readTexts(form), settings, language);
  return {
    form: {
      slug,
      language,
      logo,
      ownerName,
      action,
      allowRepeat,
      successMessage,
      redirectUrl,
      privacyUrl: form.privacyUrl,
      privacyText,
      look: { accentColor, theme },
    },
    confirmation: {
      recorded: {
        amount: amount && currency ? formatAmount(amount, currency) : null,
        currency,
        platformName: name,
        email,
        phone: formatPhone(phone),
        at: createdAt.toISOString(),
      },
      isNew: isNew && withdrawnAt === null,
      status,
      reason: reasonFor(submission, language),
      reference: submission.reference,
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
      isSharingEnded: sharingEndedAt !== null,
      passedOnTo: (submission.deliveries ?? [])
        .filter(({ state }) => state === "sent")
        .map(({ adPlatform }) => getName(adPlatform)),
    },
  };
}
