import Decimal from "decimal.js-light";
import { AD_COOKIES, CLICK_IDS } from "#app/lib/ad-platforms.ts";
import { findMacroInClickId } from "#app/lib/link-macros.ts";
import { currencyDigits } from "#app/lib/money.ts";
import { getKeys, mapValues, pick } from "#app/lib/objects.ts";
import type { ColumnFor } from "#app/lib/submission-columns.ts";
import type { Commission, Delivery, OptInForm, Submission } from "#app/models/index.server.ts";
import type { Conversion } from "#app/services/ad-platforms/ad-platform.ts";
import { deletedSlug } from "#app/services/opt-in-forms/form-slugs.server.ts";
import { formUrl } from "#app/services/opt-in-forms/form-url.server.ts";
import { eventNameAt } from "./event-settings.server.ts";

export type EarnedCommission = Pick<Commission, "earned" | "rate" | "currency">;

type EventOfDelivery = Pick<Delivery, "eventId" | "adPlatform" | "createdAt">;
type SentColumns = Pick<Submission, ColumnFor<"sent">> & { commission?: EarnedCommission | null };

/** What a verified submission tells an ad platform, as plain values. */
export function toConversion(
  { eventId, adPlatform, createdAt }: EventOfDelivery,
  submission: SentColumns,
  form: Pick<OptInForm, "id" | "eventNames" | "slug"> | null,
): Conversion {
  const money = findMoney(submission, createdAt);
  return {
    eventId,
    action: submission.action,
    eventName: eventNameAt(adPlatform, form),
    confirmedAt: submission.createdAt,
    email: submission.email,
    phone: submission.phone,
    country: submission.country,
    externalId: submission.deviceId,
    ...money,
    isFromChat: submission.channel === "telegram",
    pageUrl: submission.pageUrl,
    referrer: submission.referrer,
    ip: submission.ip,
    userAgent: submission.userAgent,
    clickIds: mapValues(CLICK_IDS, (_parameter, column) => withoutMacro(submission[column])),
    clickSeenAt: submission.clickSeenAt,
    cookies: pick(submission, getKeys(AD_COOKIES)),
    formUrl: form && form.slug !== deletedSlug(form) ? formUrl(form) : null,
    commission: earnedIn(money.currency, submission.commission ?? null),
    // A submission exists only with consent, and none is sent once it is withdrawn or its sharing has ended.
    consent: submission.withdrawnAt || submission.sharingEndedAt ? null : { givenAt: submission.consentAt },
  };
}

/** An earlier version stored `undefined` too. */
const withoutMacro = (clickId: string | null) =>
  clickId === null || findMacroInClickId(clickId) !== null ? null : clickId;

/**
 * The verified amount. A correction is never sent after it, but an event that was planned only once the amount
 * had been corrected says the corrected one.
 */
function findMoney(
  { verifiedAmount, verifiedCurrency, correctedAmount, correctedCurrency, correctedAt }: SentColumns,
  plannedAt: Date,
): Pick<Conversion, "amount" | "currency"> {
  return correctedAt !== null && correctedAt <= plannedAt
    ? { amount: correctedAmount, currency: correctedCurrency }
    : { amount: verifiedAmount, currency: verifiedCurrency };
}

/** The commission in the event's own currency; null if another amount or currency earned it. */
function earnedIn(currency: string | null, commission: EarnedCommission | null): string | null {
  if (!commission?.earned || !commission.rate || commission.currency !== currency) return null;
  const earned = new Decimal(commission.earned).div(commission.rate);
  return earned.isZero() ? null : earned.toFixed(currencyDigits(commission.currency));
}
