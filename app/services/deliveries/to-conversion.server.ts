import Decimal from "decimal.js-light";
import { config } from "#app/env.server.ts";
import { currencyDigits } from "#app/lib/money.ts";
import type { Commission, Delivery, OptInForm, Submission } from "#app/models/index.server.ts";
import { paths } from "#app/paths.ts";
import type { Conversion } from "#app/services/ad-platforms/ad-platform.ts";
import { eventNameAt } from "./without-amount.server.ts";

/** What is read of a submission for its event. */
export const CONVERSION_COLUMNS = [
  ...(["action", "createdAt", "email", "phone", "country", "deviceId", "consentAt", "withdrawnAt"] as const),
  ...(["verifiedAmount", "verifiedCurrency", "pageUrl", "referrer", "ip", "userAgent"] as const),
  ...(["fbclid", "ttclid", "scCid", "gclid", "gbraid", "wbraid", "clickSeenAt"] as const),
  ...(["fbc", "fbp", "ttp", "scid"] as const),
] as const;

export type EarnedCommission = Pick<Commission, "earned" | "rate" | "currency">;

type Sent = Pick<Submission, (typeof CONVERSION_COLUMNS)[number]> & { commission?: EarnedCommission | null };

/** What a verified submission tells an ad platform, as plain values. */
export function toConversion(
  { eventId, adPlatform }: Pick<Delivery, "eventId" | "adPlatform">,
  submission: Sent,
  form: Pick<OptInForm, "eventNames" | "slug"> | null,
): Conversion {
  const { fbclid, ttclid, scCid, gclid, gbraid, wbraid, fbc, fbp, ttp, scid } = submission;
  return {
    eventId,
    action: submission.action,
    eventName: eventNameAt(adPlatform, form),
    confirmedAt: submission.createdAt,
    email: submission.email,
    phone: submission.phone,
    country: submission.country,
    externalId: submission.deviceId,
    amount: submission.verifiedAmount,
    currency: submission.verifiedCurrency,
    pageUrl: submission.pageUrl,
    referrer: submission.referrer,
    ip: submission.ip,
    userAgent: submission.userAgent,
    clickIds: { fbclid, ttclid, scCid, gclid, gbraid, wbraid },
    clickSeenAt: submission.clickSeenAt,
    cookies: { fbc, fbp, ttp, scid },
    formUrl: form ? config.publicUrl + paths.optIn(form) : null,
    commission: earnedIn(submission.verifiedCurrency, submission.commission ?? null),
    // A submission exists only with consent, and none is sent once it is withdrawn.
    consent: submission.withdrawnAt ? null : { givenAt: submission.consentAt },
  };
}

/** The commission in the event's own currency; null if another amount or currency earned it. */
function earnedIn(currency: string | null, commission: EarnedCommission | null): string | null {
  if (!commission?.earned || !commission.rate || commission.currency !== currency) return null;
  const earned = new Decimal(commission.earned).div(commission.rate);
  return earned.isZero() ? null : earned.toFixed(currencyDigits(commission.currency));
}
