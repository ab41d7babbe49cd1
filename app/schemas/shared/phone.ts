import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";

export type Phone = { e164: string; country: string | null };

/** A number that can exist, or null. The small metadata would let `+4915000000` pass. */
export function parsePhone(text: string, country?: CountryCode): Phone | null {
  const parsed = parsePhoneNumberFromString(text.trim().replace(/^00/, "+"), country);
  return parsed?.isValid() ? { e164: parsed.number, country: parsed.country ?? null } : null;
}

/** A stored number for people: `+34 600 55 51 23`. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}
