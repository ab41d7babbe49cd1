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
import { nameWithoutAmount, snapchatName, toEventName } from "./event-names.ts";

/** The cookie `_scid`. Its shape is not documented. */
const SCID = /^[\w.-]{1,200}$/;

/**
 * One event in the shape of Snapchat's Conversions API v3.
 * @throws {Error} when the event has no id or no time
 */
export function buildSnapchatEvent(conversion: Conversion, now: Date): BuiltEvent {
  const { clickIds, cookies, country, eventId, eventName } = conversion;
  const eventTime = confirmedSeconds(conversion, now);
  const { omittedFields, usable } = collectFields();
  const hashed = (name: string, given: string | null, normalize: (text: string) => string | null) => {
    const hash = usable(name, given, hashText(given, normalize));
    return hash === undefined ? undefined : [hash];
  };
  const user = {
    em: hashed("em", conversion.email, normalizeEmailForHash),
    ph: hashed("ph", conversion.phone, (text) => normalizePhone(text, country)),
    country: hashed("country", country, toCountryCode),
    external_id: hashed("external_id", conversion.externalId, (text) => text.normalize("NFC")),
    client_ip_address: usable("client_ip_address", conversion.ip, publicIp(conversion.ip)),
    client_user_agent: usable("client_user_agent", conversion.userAgent, printable(conversion.userAgent)),
    sc_click_id: usable("sc_click_id", clickIds.scCid, matching(clickIds.scCid, CLICK_ID)),
    sc_cookie1: usable("sc_cookie1", cookies.scid, matching(cookies.scid, SCID)),
  };
  const pageUrl =
    usable("event_source_url", conversion.pageUrl, urlWithoutSecrets(conversion.pageUrl)) ??
    (conversion.isFromChat ? null : urlWithoutSecrets(conversion.formUrl ?? null)) ??
    undefined;
  const currency = usable("currency", conversion.currency, isoCurrency(conversion.currency));
  const value = currency && plainValue(conversion.amount);

  usable("event_name", eventName, snapchatName(eventName ?? ""));
  const wantedName = toEventName(conversion);
  const sentName = (value ? null : nameWithoutAmount(conversion)) ?? wantedName;
  if (!value && (conversion.amount?.trim() || sentName !== wantedName)) omittedFields.push("value");

  const body = {
    event_name: sentName,
    event_time: eventTime,
    // Of the documented sources only a website needs the page; without one the claim came by another way.
    action_source: pageUrl ? "WEB" : "OFFLINE",
    event_id: eventId,
    event_source_url: pageUrl,
    user_data: present(user),
    custom_data: { ...(value && { value, currency }), order_id: eventId },
    // The documented way to say that no limit applies: the visitor agreed.
    data_processing_options: conversion.consent ? [] : undefined,
  };
  return { body: present(body), omittedFields };
}

/** Snapchat's minimum: an email address, a phone number, or the IP address together with the browser. */
export function isMatchable({ body }: BuiltEvent): boolean {
  const user = body.user_data as Record<string, unknown>;
  const isDevice = user.client_ip_address !== undefined && user.client_user_agent !== undefined;
  return user.em !== undefined || user.ph !== undefined || isDevice;
}
