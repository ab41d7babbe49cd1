const NAME_MAX = 200;
/** No system has longer names. */
const READ_MAX = 255;
const EMAIL = /[^\s@/\\]+@[^\s@]+\.\p{L}{2,}/gu;
/** Digits with the signs that people write in phone numbers. */
const DIGITS = /(?:\+|\b00)?\(?\d(?:[ ().-]{0,2}\d){6,16}/g;
const DAY = /(19|20)\d\d[-._ ]?(0[1-9]|1[0-2])|(?<!\d)\d{1,2}[-._]\d{1,2}[-._]\d{2,4}/;
/** Seconds or milliseconds since 1970, as some programs name their files. */
const EPOCH = /^1[5-9]\d{8}(\d{3})?$/;
/** Shorter ones are rather an account of the affiliate. */
const NATIONAL_MIN = 9;

/** A file's name without its folder, and without the email addresses and phone numbers in it. */
export function toFileName(name: string, otherwise = "statement"): string {
  const own = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
  if (own.length > READ_MAX) return otherwise;
  const shortened = own
    .replace(EMAIL, "")
    .replace(DIGITS, (text) => (isPhone(text) ? "" : text))
    .replace(/[\s_-]+(?=\.[^.]*$)|^[\s_-]+|[\s_-]+$/g, "")
    .slice(0, NAME_MAX);
  return shortened === "" || shortened.startsWith(".") ? `${otherwise}${shortened}` : shortened;
}

function isPhone(text: string): boolean {
  if (/^(\+|00)/.test(text)) return true;
  const digits = text.replace(/\D/g, "");
  return digits.length >= NATIONAL_MIN && !DAY.test(text) && !EPOCH.test(digits);
}
