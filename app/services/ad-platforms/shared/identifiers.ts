import { createHash } from "node:crypto";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { toAsciiDigits } from "#app/lib/digits.ts";
import { toEmailKey } from "#app/lib/email-address.ts";
import { toCountryCode } from "./countries.ts";

const SHA256_HEX = /^[0-9a-f]{64}$/i;

/**
 * The SHA-256 (lower-case hex) of a value's normalized text; null without a value. A value that is a SHA-256
 * already passes in lower case.
 */
export function hashText(value: string | null, normalize: (text: string) => string | null): string | null {
  const text = value?.trim() ?? "";
  if (text === "") return null;
  if (SHA256_HEX.test(text)) return text.toLowerCase();
  const normalized = normalize(text);
  return normalized === null ? null : createHash("sha256").update(normalized, "utf8").digest("hex");
}

/**
 * Trimmed, in lower case, with its domain in ASCII: browsers send `xn--mnchen-3ya.de` where programs send
 * `münchen.de`, and one mailbox has one hash. Dots and plus tags of Gmail stay.
 */
export function normalizeEmailForHash(text: string): string | null {
  const address = toEmailKey(text);
  // Meta's libraries reject letters beyond ASCII. Such addresses exist, so they are hashed here.
  return address.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(address) ? address : null;
}

const PHONE_DIGITS = { min: 7, max: 15 };

/**
 * Digits with the country code, without `+`. A number without any country is left out, because its hash would
 * be another person's.
 */
export function normalizePhone(text: string, country?: string | null): string | null {
  const withRegion = /^([A-Za-z]{2})\s+(\S.*)$/.exec(toAsciiDigits(text)); // "US (650)555-1212", as Meta's page writes it
  const region = withRegion?.[1] ?? country ?? null;
  const typed = (withRegion?.[2] ?? toAsciiDigits(text)).trim();
  const isInternational = /^[\s(]*(\+|00)/.test(typed);

  const digits = isInternational
    ? typed
        .replace(/\(\s*0\s*\)/g, "") // the trunk zero is dialled inside the country only
        .replace(/\D/g, "")
        .replace(/^0+/, "")
    : nationalPhone(typed, region);
  const isPossible =
    digits !== null && digits.length >= PHONE_DIGITS.min && digits.length <= PHONE_DIGITS.max;
  return isPossible ? digits : null;
}

function nationalPhone(typed: string, region: string | null): string | null {
  const code = region === null ? null : toCountryCode(region);
  if (code === null) return null;
  // The type knows only regions that have a numbering plan; for the others parsing finds nothing.
  const number = parsePhoneNumberFromString(typed, code.toUpperCase() as "US");
  return number?.isValid() ? number.number.slice(1) : null;
}
