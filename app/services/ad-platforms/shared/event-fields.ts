import { isIP } from "node:net";
import Decimal from "decimal.js-light";
import { isPublicAddress } from "#app/lib/public-addresses.server.ts";
import type { Conversion } from "#app/services/ad-platforms/ad-platform.ts";

/** Characters that a query parameter holds unencoded. A click id with others was altered. */
export const CLICK_ID = /^[\w.~-]{1,500}$/;

/**
 * The event's time in Unix seconds, never later than now.
 * @throws {Error} if the event has no id or no time
 */
export function confirmedSeconds({ eventId, confirmedAt }: Conversion, now: Date): number {
  if (eventId.trim() === "") throw new Error("An event needs its id.");
  if (Number.isNaN(confirmedAt.getTime())) throw new Error("An event needs its time.");
  return Math.floor(Math.min(confirmedAt.getTime(), now.getTime()) / 1000);
}

/** Collects the names of the fields that were given and cannot be used. */
export function collectFields() {
  const omittedFields: string[] = [];
  const usable = <T>(name: string, given: string | null, result: T | null): T | undefined => {
    if (result !== null) return result;
    if (given?.trim()) omittedFields.push(name);
    return undefined;
  };
  return { omittedFields, usable };
}

/** The text without blanks around it, if it has the shape; otherwise null. */
export function matching(text: string | null, shape: RegExp): string | null {
  const trimmed = text?.trim() ?? "";
  return shape.test(trimmed) ? trimmed : null;
}

/**
 * A plain public address, IPv4 or IPv6; an IPv4 one as a dual-stack socket shows it loses its `::ffff:`.
 * Private, loopback and reserved addresses identify nobody: they are a proxy's, or a program's own.
 */
export function publicIp(text: string | null): string | null {
  const address = (text ?? "").trim().replace(/^::ffff:(?=\d+\.)/i, "");
  return isIP(address) > 0 && isPublicAddress(address) ? address : null;
}

export function printable(text: string | null): string | null {
  const trimmed = text?.trim() ?? "";
  return trimmed !== "" && !/\p{Cc}/u.test(trimmed) ? trimmed : null;
}

// ISO 4217 has codes for "no currency" and for tests; crypto tickers such as USDT are not in it at all.
const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
for (const code of ["XXX", "XTS"]) CURRENCIES.delete(code);

export function isoCurrency(text: string | null): string | null {
  const code = text?.trim().toUpperCase() ?? "";
  return CURRENCIES.has(code) ? code : null;
}

/** A positive amount as the number that JSON prints with the same digits; null where no number does. */
export function plainValue(text: string | null): number | null {
  const typed = text?.trim() ?? "";
  if (!/^\d{1,30}(\.\d{1,30})?$/.test(typed)) return null;
  const amount = new Decimal(typed);
  const value = amount.toNumber();
  return amount.isPositive() && !amount.isZero() && new Decimal(value).equals(amount) ? value : null;
}

export function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
