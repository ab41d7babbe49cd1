import { readFbc } from "#app/lib/ad-platforms.ts";
import { DAY } from "#app/lib/dates.ts";
import type { BuiltEvent, Conversion } from "#app/services/ad-platforms/ad-platform.ts";
import { urlWithoutSecrets } from "#app/services/ad-platforms/event-urls.ts";
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
import { hashMetaField } from "./normalize.ts";

/** Meta's standard event for what the visitor says was done; `null` is the plain opt-in. */
const EVENT_NAMES = { deposit: "Purchase", purchase: "Purchase", subscription: "Subscribe" } as const;

type NamedEvent = Pick<Conversion, "action" | "eventName">;

const toEventName = ({ action, eventName }: NamedEvent) =>
  eventName?.trim() || (action ? EVENT_NAMES[action] : "Lead");

/** Meta refuses a Purchase without value or currency (100/2804009, 2804010) and with it the whole request. */
export const nameWithoutAmount = (event: NamedEvent): string | null =>
  toEventName(event) === "Purchase" ? "Lead" : null;

/**
 * One event in the shape of Meta's Conversions API ("Server event parameters"). A field that is absent
 * stays absent, never null or empty; one that was given but cannot be used is left out and named.
 * @throws {Error} when the event has no id or no time
 */
export function buildMetaEvent(conversion: Conversion, now: Date): BuiltEvent {
  const eventTime = confirmedSeconds(conversion, now);
  const { omittedFields, usable } = collectFields();
  const hashed = (field: "em" | "ph" | "country" | "external_id", given: string | null) => {
    const hash = usable(field, given, hashMetaField(field, given));
    return hash === undefined ? undefined : [hash];
  };

  const user = {
    em: hashed("em", conversion.email),
    ph: hashed("ph", conversion.phone),
    country: hashed("country", conversion.country),
    external_id: hashed("external_id", conversion.externalId),
    client_ip_address: usable("client_ip_address", conversion.ip, publicIp(conversion.ip)),
    client_user_agent: usable("client_user_agent", conversion.userAgent, printable(conversion.userAgent)),
    fbc: usable("fbc", conversion.cookies.fbc?.trim() || conversion.clickIds.fbclid, clickCookie(conversion)),
    fbp: usable("fbp", conversion.cookies.fbp, matching(conversion.cookies.fbp, FBP)),
  };
  const pageUrl = usable("event_source_url", conversion.pageUrl, urlWithoutSecrets(conversion.pageUrl));
  const referrerUrl = usable("referrer_url", conversion.referrer, urlWithoutSecrets(conversion.referrer));
  const currency = usable("currency", conversion.currency, isoCurrency(conversion.currency));
  const value = currency && plainValue(conversion.amount);

  const commission = conversion.commission ?? null;
  const wantedName = toEventName(conversion);
  const eventName = (value ? null : nameWithoutAmount(conversion)) ?? wantedName;
  if (!value && (conversion.amount?.trim() || eventName !== wantedName)) omittedFields.push("value");

  const isFromWebsite = pageUrl !== undefined || user.client_user_agent !== undefined;
  // Meta requires a page for website events; a program may not know the visitor's.
  const formUrl = isFromWebsite ? urlWithoutSecrets(conversion.formUrl ?? null) : null;
  const body = {
    event_name: eventName,
    event_time: eventTime,
    event_id: conversion.eventId,
    action_source: conversion.isFromChat ? "chat" : isFromWebsite ? "website" : "system_generated",
    event_source_url: pageUrl ?? formUrl ?? undefined,
    referrer_url: referrerUrl,
    user_data: present(user),
    custom_data: present({
      ...(value && {
        value,
        currency,
        net_revenue: usable("net_revenue", commission, plainValue(commission)),
      }),
      order_id: conversion.eventId,
    }),
  };
  return { body: present(body), omittedFields };
}

/** Meta refuses an event that names no more than the visitor's country and browser (100/2804050). */
const IDENTIFIERS = ["em", "ph", "external_id", "client_ip_address", "fbc", "fbp"];

export function isMatchable({ body }: BuiltEvent): boolean {
  const user = body.user_data as Record<string, unknown>;
  return IDENTIFIERS.some((name) => user[name] !== undefined);
}

/** The documented shape; Meta's Parameter Builder may add a fifth part. */
const FBP = /^fb\.[0-2]\.\d{13}\.\d+(\.[\w-]+)?$/;

/** Meta counts a click for as long as its cookie lasts. */
const CLICK_MAX_AGE_MS = 90 * DAY;

/**
 * `fbc` from the browser's cookie, unless the page was opened by another click since; otherwise built from
 * that click's `fbclid` (Meta: "fbp and fbc parameters"). Wherever its time comes from, a click came before
 * the confirmation: a later or missing time is a wrong clock's. One that is too old is left out.
 */
function clickCookie({ cookies, clickIds, clickSeenAt, confirmedAt }: Conversion): string | null {
  // Some tools pass on the whole cookie as `fbclid`.
  const passedOn = readFbc(clickIds.fbclid ?? "");
  const clickId = matching(passedOn?.clickId ?? clickIds.fbclid, CLICK_ID);
  const isOfClick = (cookie: typeof passedOn) =>
    cookie !== null &&
    (clickId === null || cookie.clickId === clickId || cookie.clickId.startsWith(`${clickId}.`));
  const cookie = [readFbc(cookies.fbc ?? ""), passedOn].find(isOfClick);
  if (!cookie && clickId === null) return null;
  const givenMs = cookie ? Number(cookie.ms) : (clickSeenAt?.getTime() ?? Number.NaN);
  const confirmedMs = confirmedAt.getTime();
  const clickMs = /^\d{13}$/.test(String(givenMs)) && givenMs <= confirmedMs ? givenMs : confirmedMs;
  if (confirmedMs - clickMs > CLICK_MAX_AGE_MS) return null;
  return cookie ? `${cookie.prefix}.${clickMs}.${cookie.clickId}` : `fb.1.${clickMs}.${clickId}`;
}
