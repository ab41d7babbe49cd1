import { isIP } from "node:net";
import { Decimal } from "decimal.js";
import type { BuiltEvent, Conversion } from "#app/services/ad-platforms/ad-platform.ts";
import { urlWithoutSecrets } from "#app/services/ad-platforms/event-urls.ts";
import { hashMetaField } from "./normalize.ts";

/** Meta's standard event for what the visitor says was done; `null` is the plain opt-in. */
const EVENT_NAMES = { deposit: "Purchase", purchase: "Purchase", subscription: "Subscribe" } as const;

/**
 * One event in the shape of Meta's Conversions API ("Server event parameters"). A field that is absent
 * stays absent, never null or empty; one that was given but cannot be used is left out and named.
 * @throws {Error} when the event has no id or no time
 */
export function buildMetaEvent(conversion: Conversion, now: Date): BuiltEvent {
  const confirmedAtMs = conversion.confirmedAt.getTime();
  if (conversion.eventId.trim() === "") throw new Error("An event needs its id.");
  if (Number.isNaN(confirmedAtMs)) throw new Error("An event needs its time.");

  const omittedFields: string[] = [];
  const usable = <T>(name: string, given: string | null, result: T | null): T | undefined => {
    if (result !== null) return result;
    if (given?.trim()) omittedFields.push(name);
    return undefined;
  };
  const hashed = (field: "em" | "ph" | "country" | "external_id", given: string | null) => {
    const hash = usable(field, given, hashMetaField(field, given));
    return hash === undefined ? undefined : [hash];
  };

  const user = {
    em: hashed("em", conversion.email),
    ph: hashed("ph", conversion.phone),
    country: hashed("country", conversion.country),
    external_id: hashed("external_id", conversion.externalId),
    client_ip_address: usable("client_ip_address", conversion.ip, plainIp(conversion.ip)),
    client_user_agent: usable("client_user_agent", conversion.userAgent, printable(conversion.userAgent)),
    fbc: usable("fbc", conversion.cookies.fbc?.trim() || conversion.clickIds.fbclid, clickCookie(conversion)),
    fbp: usable("fbp", conversion.cookies.fbp, matching(conversion.cookies.fbp, FBP)),
  };
  const eventSourceUrl = usable(
    "event_source_url",
    conversion.pageUrl,
    urlWithoutSecrets(conversion.pageUrl),
  );
  const referrerUrl = usable("referrer_url", conversion.referrer, urlWithoutSecrets(conversion.referrer));
  const currency = usable("currency", conversion.currency, isoCurrency(conversion.currency));
  const value = currency && plainValue(conversion.amount);

  const wantedName =
    conversion.eventName?.trim() || (conversion.action ? EVENT_NAMES[conversion.action] : "Lead");
  // Meta refuses a Purchase without value or currency (100/2804009, 2804010) and with it the whole request.
  // A Lead needs neither and is true of everyone who confirmed: the event arrives under that name instead
  // of not at all.
  const eventName = wantedName === "Purchase" && !value ? "Lead" : wantedName;
  if (!value && (conversion.amount?.trim() || eventName !== wantedName)) omittedFields.push("value");

  const isFromWebsite = eventSourceUrl !== undefined || user.client_user_agent !== undefined;
  const body = {
    event_name: eventName,
    event_time: Math.floor(Math.min(confirmedAtMs, now.getTime()) / 1000),
    event_id: conversion.eventId,
    action_source: isFromWebsite ? "website" : "system_generated",
    event_source_url: eventSourceUrl,
    referrer_url: referrerUrl,
    user_data: present(user),
    custom_data: present({ ...(value && { value, currency }), order_id: conversion.eventId }),
  };
  return { body: present(body), omittedFields };
}

/** The documented shapes; Meta's Parameter Builder may add a fifth part to either. */
const FBC = /^fb\.[0-2]\.\d{13}\.[\w.~-]+$/;
const FBP = /^fb\.[0-2]\.\d{13}\.\d+(\.[\w-]+)?$/;
/** What a query parameter holds without encoding: anything else was altered on the way. */
const FBCLID = /^[\w.~-]{1,500}$/;

/**
 * `fbc` from the browser's cookie, unless the page was opened by another click since; otherwise built from
 * that click's `fbclid` (Meta: "fbp and fbc parameters").
 */
function clickCookie(conversion: Conversion): string | null {
  const cookie = matching(conversion.cookies.fbc, FBC);
  const clickId = matching(conversion.clickIds.fbclid, FBCLID);
  const kept = cookie?.split(".").slice(3).join(".");
  if (cookie && (clickId === null || kept === clickId || kept?.startsWith(`${clickId}.`))) return cookie;
  if (clickId === null) return null;
  // The click came before the confirmation: a later or missing time is a wrong clock's.
  const seenAtMs = conversion.clickSeenAt?.getTime() ?? Number.NaN;
  const confirmedAtMs = conversion.confirmedAt.getTime();
  const clickMs = /^\d{13}$/.test(String(seenAtMs)) && seenAtMs <= confirmedAtMs ? seenAtMs : confirmedAtMs;
  return `fb.1.${clickMs}.${clickId}`;
}

function matching(text: string | null, shape: RegExp): string | null {
  const trimmed = text?.trim() ?? "";
  return shape.test(trimmed) ? trimmed : null;
}

/** A plain IPv4 or IPv6 address; an IPv4 one as a dual-stack socket shows it loses its `::ffff:`. */
function plainIp(text: string | null): string | null {
  const address = (text ?? "").trim().replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) > 0 && !address.includes("%") ? address : null;
}

function printable(text: string | null): string | null {
  const trimmed = text?.trim() ?? "";
  return trimmed !== "" && !/\p{Cc}/u.test(trimmed) ? trimmed : null;
}

// ISO 4217 has codes for "no currency" and for tests; crypto tickers such as USDT are not in it at all.
const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
for (const code of ["XXX", "XTS"]) CURRENCIES.delete(code);

function isoCurrency(text: string | null): string | null {
  const code = text?.trim().toUpperCase() ?? "";
  return CURRENCIES.has(code) ? code : null;
}

/** A positive amount as the number that JSON prints with the same digits; null where no number does. */
function plainValue(text: string | null): number | null {
  const typed = text?.trim() ?? "";
  if (!/^\d{1,30}(\.\d{1,30})?$/.test(typed)) return null;
  const amount = new Decimal(typed);
  const value = amount.toNumber();
  return amount.isPositive() && !amount.isZero() && new Decimal(value).equals(amount) ? value : null;
}

function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
