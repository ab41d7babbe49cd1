import { normalizeEmailForHash, normalizePhone } from "#app/services/ad-platforms/shared/identifiers.ts";

const GMAIL = /^(gmail|googlemail)\.com$/;

/** Gmail ignores dots and `+tag` in the local part; other providers do not. */
export function normalizeGoogleEmail(text: string): string | null {
  const address = normalizeEmailForHash(text);
  if (address === null) return null;
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (!GMAIL.test(domain)) return address;
  const [untagged = ""] = address.slice(0, at).split("+", 1);
  const local = untagged.replaceAll(".", "");
  return local === "" ? null : `${local}@${domain}`;
}

/** E.164, with its plus. */
export function normalizeGooglePhone(text: string, country: string | null): string | null {
  const digits = normalizePhone(text, country);
  return digits && `+${digits}`;
}
