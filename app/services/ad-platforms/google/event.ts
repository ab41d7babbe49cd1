import type { BuiltEvent, Conversion } from "#app/services/ad-platforms/ad-platform.ts";
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
import { hashText } from "#app/services/ad-platforms/shared/identifiers.ts";
import { normalizeGoogleEmail, normalizeGooglePhone } from "./normalize.ts";
import { mayHoldIp } from "./places.ts";

/** In order of worth. Google takes one kind for an event. */
const CLICK_KINDS = ["gclid", "gbraid", "wbraid"] as const;

/**
 * One event in the shape of Google's Data Manager API. It has no name: the conversion action says what it is.
 * @throws {Error} when the event has no id or no time
 */
export function buildGoogleEvent(conversion: Conversion, now: Date): BuiltEvent {
  const { clickIds, consent, country } = conversion;
  const eventTime = confirmedSeconds(conversion, now);
  const { omittedFields, usable } = collectFields();
  const emailAddress = usable(
    "emailAddress",
    conversion.email,
    hashText(conversion.email, normalizeGoogleEmail),
  );
  const phoneNumber = usable(
    "phoneNumber",
    conversion.phone,
    hashText(conversion.phone, (text) => normalizeGooglePhone(text, country)),
  );
  const userIdentifiers = [
    ...(emailAddress ? [{ emailAddress }] : []),
    ...(phoneNumber ? [{ phoneNumber }] : []),
  ];
  const clicks = CLICK_KINDS.flatMap((kind) => {
    const id = usable(kind, clickIds[kind], matching(clickIds[kind], CLICK_ID));
    return id ? [{ [kind]: id }] : [];
  });
  const countryCode = usable("country", country, toCountryCode(country ?? "")) ?? null;
  const ip = usable("ipAddress", conversion.ip, publicIp(conversion.ip));
  const device = present({
    userAgent: usable("userAgent", conversion.userAgent, printable(conversion.userAgent)),
    ipAddress: mayHoldIp(countryCode) ? ip : undefined,
  });
  const currency = usable("currency", conversion.currency, isoCurrency(conversion.currency));
  const value = currency && plainValue(conversion.amount);
  if (!value && conversion.amount?.trim()) omittedFields.push("conversionValue");

  const body = {
    transactionId: conversion.eventId,
    eventTimestamp: new Date(eventTime * 1000).toISOString().replace(".000Z", "Z"),
    eventSource: conversion.isFromChat ? "MESSAGE" : "WEB",
    ...(value && { conversionValue: value, currency }),
    adIdentifiers: clicks[0],
    userData: userIdentifiers.length > 0 ? { userIdentifiers } : undefined,
    eventDeviceInfo: Object.keys(device).length > 0 ? device : undefined,
    consent: consent ? { adUserData: "CONSENT_GRANTED", adPersonalization: "CONSENT_GRANTED" } : undefined,
  };
  return { body: present(body), omittedFields };
}

/** Google refuses an event that holds neither a person nor a click. */
export const isMatchable = ({ body }: BuiltEvent): boolean =>
  body.userData !== undefined || body.adIdentifiers !== undefined;
