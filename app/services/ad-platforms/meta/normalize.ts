import { toCountryCode } from "#app/services/ad-platforms/shared/countries.ts";
import {
  asciiDigits,
  hashText,
  lower,
  normalizeEmail,
  normalizePhone,
} from "#app/services/ad-platforms/shared/identifiers.ts";
import { toUsStateCode } from "./us-states.ts";

/** The fields of Meta's `user_data` that travel as SHA-256. */
export type MetaHashedField =
  | "em"
  | "ph"
  | "fn"
  | "ln"
  | "db"
  | "ge"
  | "ct"
  | "st"
  | "zp"
  | "country"
  | "external_id";

/**
 * Where the person is, as ISO 3166-1 alpha-2: it settles what a national phone number, a state or a post
 * code means.
 */
type Place = { country?: string | null };

/**
 * The text Meta wants hashed for a field, or null where the field must be left out.
 * Rules: Meta's "Customer information parameters"; where its two libraries (business SDK 24.0.1 and Parameter
 * Builder 1.3.2) differ, the documentation decides. The table in the test names every such choice.
 */
export const metaNormalizers: Record<MetaHashedField, (text: string, place: Place) => string | null> = {
  em: normalizeEmail,
  ph: (text, { country }) => normalizePhone(text, country),
  fn: normalizeName,
  ln: normalizeName,
  db: normalizeBirthDate,
  ge: normalizeGender,
  ct: (text) => orNull(lettersAndDigits(text)),
  st: (text, { country }) => normalizeState(text, country),
  zp: (text, { country }) => normalizePostCode(text, country),
  country: toCountryCode,
  // Ids are compared exactly: changing the case could merge two people.
  external_id: (text) => orNull(text.normalize("NFC").trim()),
};

/**
 * The SHA-256 (lower-case hex) of a field's normalized text; null where the field must be left out.
 * A value that is a SHA-256 already passes in lower case, as in both of Meta's libraries. An MD5 does not.
 */
export function hashMetaField(
  field: MetaHashedField,
  value: string | null,
  place: Place = {},
): string | null {
  return hashText(value, (text) => metaNormalizers[field](text, place));
}

const orNull = (text: string) => (text === "" ? null : text);

/** Lower case without punctuation, symbols and spaces; letters of any script, their marks and digits stay. */
const lettersAndDigits = (text: string) => lower(text).replace(/[^\p{L}\p{M}\p{N}]/gu, "");

/** Single inner spaces stay: Meta's documentation is silent on them and its two libraries differ. */
function normalizeName(text: string): string | null {
  return orNull(
    lower(text)
      .replace(/[\p{P}\p{S}\p{C}]/gu, "")
      .replace(/\s+/g, " ")
      .trim(),
  );
}

/** `YYYYMMDD` of 19970216, 1997-02-16, 2/16/1997 (month first, as Meta's page has it) and 16.02.1997. */
function normalizeBirthDate(text: string): string | null {
  const typed = asciiDigits(text).trim();
  const isoLike = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(typed);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(typed);
  if (isoLike) return calendarDay(isoLike[1], isoLike[3], isoLike[4]);
  if (american) return calendarDay(american[3], american[1], american[2]);
  return dotted ? calendarDay(dotted[3], dotted[2], dotted[1]) : null;
}

function calendarDay(year = "", month = "", day = ""): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isReal && /^(19|20)/.test(year) ? `${year}${month.padStart(2, "0")}${day.padStart(2, "0")}` : null;
}

function normalizeGender(text: string): string | null {
  const word = lower(text);
  if (["f", "female", "woman"].includes(word)) return "f";
  return ["m", "male", "man"].includes(word) ? "m" : null;
}

/**
 * Two letters for the US (and where the country is unknown but the name is a US state's), the whole name
 * elsewhere.
 */
function normalizeState(text: string, country?: string | null): string | null {
  const name = lettersAndDigits(text);
  const code = country ? toCountryCode(country) : null;
  if (code !== null && code !== "us") return orNull(name);
  const state = toUsStateCode(name);
  if (state !== null) return state;
  return code === "us" && !/^[a-z]{2}$/.test(name) ? null : orNull(name);
}

/** Cut at the dash, as both of Meta's libraries do; without spaces; five digits in the US. */
function normalizePostCode(text: string, country?: string | null): string | null {
  const code = lower(asciiDigits(text)).replace(/\s/g, "").split("-")[0] ?? "";
  const isUs = country ? toCountryCode(country) === "us" : false;
  if (isUs) return /^\d{5}/.exec(code)?.[0] ?? null;
  // No country has a post code of one character.
  return /^[\p{L}\p{N}]{2,}$/u.test(code) ? code : null;
}
