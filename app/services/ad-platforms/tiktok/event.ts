import type { BuiltEvent, Conversion } from "#app/services/ad-platforms/ad-platform.ts";
import { urlWithoutSecrets } from "#app/services/ad-platforms/event-urls.ts";
import { toCountryCode } from "#app/services/ad-platforms/shared/countries.ts";
import {
  CLICK_ID,
  collectFields,
  confirmedSeconds,
  isoCurrency,
  matching,
  plainValue,
  present,
  printable,
  publicIp,
} from "#app/services/ad-platforms/shared/event-fields.ts";
import {
  hashText,
  normalizeEmailForHash,
  normalizePhone,
} from "#app/services/ad-platforms/shared/identifiers.ts";

/** TikTok's standard event for what the visitor says was done; `null` is the plain opt-in. */
const EVENT_NAMES = { deposit: "Purchase", purchase: "Purchase", subscription: "Subscribe" } as const;
/** The cookie `_ttp`. Its length is not documented. */
const TTP = /^[\w.-]{1,128}$/;

type Options = {
  /** Whether phone numbers are hashed with their `+`, which TikTok does not document. */
  isPhoneWithPlus: boolean;
};

/**
 * One event in the shape of TikTok's Events API 2.0. City, state and country travel as plain text there.
 * @throws {Error} when the event has no id or no time
 */
export function buildTikTokEvent(
  conversion: Conversion,
  now: Date,
  { isPhoneWithPlus }: Options,
): BuiltEvent {
  const { action, eventName, clickIds, cookies, country, externalId } = conversion;
  const eventTime = confirmedSeconds(conversion, now);
  const { omittedFields, usable } = collectFields();
  const phone = hashText(conversion.phone, (text) => {
    const digits = normalizePhone(text, country);
    return digits && isPhoneWithPlus ? `+${digits}` : digits;
  });
  const user = {
    email: usable("email", conversion.email, hashText(conversion.email, normalizeEmailForHash)),
    phone: usable("phone", conversion.phone, phone),
    external_id: usable(
      "external_id",
      externalId,
      hashText(externalId, (text) => text.normalize("NFC")),
    ),
    country: usable("country", country, toCountryCode(country ?? "")),
    ttclid: usable("ttclid", clickIds.ttclid, matching(clickIds.ttclid, CLICK_ID)),
    ttp: usable("ttp", cookies.ttp, matching(cookies.ttp, TTP)),
    ip: usable("ip", conversion.ip, publicIp(conversion.ip)),
    user_agent: usable("user_agent", conversion.userAgent, printable(conversion.userAgent)),
  };
  const page = {
    url:
      usable("page.url", conversion.pageUrl, urlWithoutSecrets(conversion.pageUrl)) ??
      urlWithoutSecrets(conversion.formUrl ?? null) ??
      undefined,
    referrer: usable("page.referrer", conversion.referrer, urlWithoutSecrets(conversion.referrer)),
  };
  const currency = usable("currency", conversion.currency, isoCurrency(conversion.currency));
  const value = currency && plainValue(conversion.amount);
  if (!value && conversion.amount?.trim()) omittedFields.push("value");

  const body = {
    event: eventName?.trim() || (action ? EVENT_NAMES[action] : "Lead"),
    event_time: eventTime,
    event_id: conversion.eventId,
    user: present(user),
    page: present(page),
    properties: { ...(value && { value, currency }), order_id: conversion.eventId },
    // TikTok's only word on consent: the visitor has set no limit.
    limited_data_use: conversion.consent ? false : undefined,
  };
  return { body: present(body), omittedFields };
}

/** TikTok accepts an event without any of these, but cannot match it. */
const IDENTIFIERS = ["email", "phone", "external_id", "ttclid", "ttp", "ip"];

export function isMatchable({ body }: BuiltEvent): boolean {
  const user = body.user as Record<string, unknown>;
  return IDENTIFIERS.some((name) => user[name] !== undefined);
}
