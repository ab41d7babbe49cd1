import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { toAsciiDigits } from "./digits.ts";
import { RETIRED_RULES } from "./retired-phone-rules.ts";

/** A valid number as E.164, and its country; null if it belongs to no country. */
export type Phone = { e164: string; country: string | null };

/** ISO 3166 codes of the countries that a number without a country code may be from. Others are ignored. */
export type PhoneHints = {
  /** Chosen beside the number or named by the call. It ends the doubt about the country. */
  chosen?: string | undefined;
  /** Shown beside the number as the owner set it, so that the visitor may not have looked at it. */
  preset?: string | undefined;
  /** The owner's, where the browser's country was shown instead. */
  formCountry?: string | undefined;
  /** The regions of the browser's languages, in its order; undefined for a language without one. */
  languages?: readonly (string | undefined)[];
  /** The countries of the browser's time zone. */
  zone?: readonly string[];
};

export type PhoneReading =
  | { kind: "certain"; phone: Phone }
  /** A wrong choice may be another person's number, so the visitor chooses, even from a single option. */
  | { kind: "doubtful"; options: Phone[] }
  | { kind: "none" };

type Reading = Phone & {
  callingCode: string;
  isMobile: boolean;
  /** Whether the prefix for calls within the country is before it. */
  hasTrunk?: boolean;
  /** Whether it may as well be a number of today with a digit too few. */
  isUnsure?: boolean;
  /** Whether the digits begin with the country code, without a plus or a prefix for calls abroad. */
  isBare?: boolean;
};

/** A longer text is no number. */
const TYPED_MAX = 64;
/** Extensions are no part of a mobile number. */
const EXTENSION = /(?:;|#|ext|доб).*/is;
/** Brazil's placeholder for a carrier's code: `(0xx85) 2222-2222`. */
const CARRIER = /0\s{0,2}-?\s{0,2}xx/i;
/** Prefixes for calls abroad. A plus before them says the same. */
const ABROAD = ["00", "011", "0011", "010", "810", "001", "009"];

/** The digits of an international number without the code of its country. */
export const toNationalDigits = (e164: string): string | null =>
  parsePhoneNumberFromString(e164)?.nationalNumber ?? null;

/** Reads a number as people type it. A reading is certain only if no other one is as likely. */
export function readPhone(
  text: string,
  { chosen, preset, formCountry, languages = [], zone = [] }: PhoneHints = {},
): PhoneReading {
  if (text.length > TYPED_MAX) return { kind: "none" };
  if (chosen === undefined && preset !== undefined)
    return readBesidePreset(text, { preset, languages, zone });
  const typed = toAsciiDigits(text).replace(EXTENSION, "").replace(CARRIER, "0").trim();
  const digits = typed.replace(/\D/g, "");
  if (/^[^\d]*[+＋]/.test(typed)) return toResult(readInternational(digits.replace(/^(?:00|011)/, "")));

  const own = toCountry(chosen);
  const byLanguage = own ? undefined : toCountry(languages[0]);
  const here = zone.filter(isCountry);
  const country = own ?? byLanguage ?? here[0];
  const readings = readUnder(country, typed, digits, own !== undefined);
  const [reading] = readings;
  if (!reading) {
    const hints = [...languages.map(toCountry), ...here, toCountry(formCountry)];
    const hinted = hints.filter((hint) => hint && hint !== country);
    return toQuestion(hinted.flatMap((hint) => readUnder(hint, typed, digits, true)));
  }
  // A national number with a digit too many or too few is often another country's mobile number.
  const hints = [own, ...languages.map(toCountry), ...here];
  if (reading.isBare && !hints.some((hint) => hasCode(hint, reading.callingCode)))
    return toQuestion(readings);
  const isGuessed = hasCode(byLanguage, reading.callingCode) && !reading.isBare && !startsAbroad(digits);
  const isElsewhere = here.length > 0 && !here.some((hint) => hasCode(hint, reading.callingCode));
  if (isGuessed && isElsewhere)
    return toQuestion([...readings, ...here.flatMap((hint) => readUnder(hint, typed, digits, true))]);
  return toResult(readings);
}

/** As if the preset was chosen, unless the number is another one in the country that the browser names. */
function readBesidePreset(text: string, hints: PhoneHints & { preset: string }): PhoneReading {
  const { preset, languages = [], zone = [] } = hints;
  const reading = readPhone(text, { chosen: preset, languages, zone });
  const own = [...zone, ...languages].find((hint) => toCountry(hint) !== undefined);
  if (reading.kind !== "certain" || own === undefined || zone.includes(preset)) return reading;
  const elsewhere = readPhone(text, { chosen: own });
  if (elsewhere.kind !== "certain" || elsewhere.phone.e164 === reading.phone.e164) return reading;
  return { kind: "doubtful", options: [elsewhere.phone, reading.phone] };
}

/** A certain number, or null. */
export function parsePhone(text: string, country?: string): Phone | null {
  const reading = readPhone(text, { chosen: country });
  return reading.kind === "certain" ? reading.phone : null;
}

/** A stored number for people: `+34 600 55 51 23`. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

/** A number with its country, to choose from: `+49 1512 3456789 (Germany)`, in German `(Deutschland)`. */
export function describePhone({ e164, country }: Phone, locale: string): string {
  const shown = formatPhone(e164);
  if (country === null) return shown;
  return `${shown} (${new Intl.DisplayNames([locale], { type: "region" }).of(country) ?? country})`;
}

function toResult(readings: Reading[]): PhoneReading {
  const [only, ...others] = readings;
  if (!only || only.isUnsure || others.length > 0) return toQuestion(readings);
  return { kind: "certain", phone: toPhone(only) };
}

function toQuestion(readings: Reading[]): PhoneReading {
  const options = [...new Map(readings.map((reading) => [reading.e164, toPhone(reading)])).values()];
  return options.length === 0 ? { kind: "none" } : { kind: "doubtful", options };
}

const toPhone = ({ e164, country }: Reading): Phone => ({ e164, country });

const isCountry = (code: string): code is CountryCode => isSupportedCountry(code);
const toCountry = (code: string | undefined) => (code && isCountry(code) ? code : undefined);
const hasCode = (country: CountryCode | undefined, callingCode: string) =>
  country !== undefined && getCountryCallingCode(country) === callingCode;
const startsAbroad = (digits: string) => digits.startsWith("00");

/** What a number without a plus means to somebody in a country: nothing, one number, or several. */
function readUnder(
  country: CountryCode | undefined,
  typed: string,
  digits: string,
  isCertain: boolean,
): Reading[] {
  const national = country ? readNational(typed, digits, country) : null;
  const abroad = readAbroad(digits);
  if (!national) return abroad.length > 0 ? abroad : readOtherPrefix(digits);
  const [first] = abroad;
  if (!first || first.e164 === national.e164) return [national];
  const isOwnCode = first.callingCode === national.callingCode;
  if (!national.isMobile && !(isCertain && national.hasTrunk))
    return isOwnCode ? abroad : [...abroad, national];
  return isCertain && !isOwnCode ? [national] : [national, ...abroad];
}

function readNational(typed: string, digits: string, country: CountryCode): Reading | null {
  const parsed = parsePhoneNumberFromString(typed, country);
  const reading = toReading(parsed);
  const code = getCountryCallingCode(country);
  if (!reading) return readRetired(code, digits);
  // A fixed line whose first digits are the country's own code may be a mobile number that lacks a digit.
  const isUnsure =
    !reading.isMobile && digits.startsWith(code) && couldLackDigit(code, digits.slice(code.length));
  return { ...reading, isUnsure, hasTrunk: digits !== parsed?.nationalNumber };
}

/** With the prefix for calls abroad, or with the country code and no sign before it. */
function readAbroad(digits: string): Reading[] {
  if (startsAbroad(digits)) return readInternational(digits.slice(2));
  if (digits.startsWith("0")) return [];
  const readings = readInternational(digits).filter(({ isMobile }) => isMobile);
  return readings.map((reading) => ({ ...reading, isBare: true }));
}

/** The prefix of another country, where only one of them makes it a mobile number. */
function readOtherPrefix(digits: string): Reading[] {
  const readings = ABROAD.filter((prefix) => digits.startsWith(prefix)).flatMap((prefix) =>
    readInternational(digits.slice(prefix.length)).filter(({ isMobile }) => isMobile),
  );
  return readings.length === 1 ? readings : [];
}

/** Numbers that begin with a country code; two if the code is there twice and both readings are valid. */
function readInternational(digits: string): Reading[] {
  const parsed = parsePhoneNumberFromString(`+${digits}`);
  if (!parsed) return [];
  const { countryCallingCode: code, nationalNumber } = parsed;
  const rest = digits.slice(code.length);
  const whole = toReading(parsed) ?? readRetired(code, rest) ?? readRetired(code, nationalNumber);
  if (whole?.isMobile) return [whole];
  const again = rest.replace(/^00/, "");
  const once = again.startsWith(code) ? toReading(parsePhoneNumberFromString(`+${again}`)) : null;
  if (once?.isMobile) return [once];
  return whole ? [whole] : [];
}

/** Only mobile numbers: their retired rules are the ones that people remember. */
function readRetired(callingCode: string, digits: string): Reading | null {
  for (const [was, now] of RETIRED_RULES[callingCode] ?? []) {
    if (!was.test(digits)) continue;
    const written = digits.replace(was, now as string);
    const reading = toReading(parsePhoneNumberFromString(`+${callingCode}${written}`));
    if (reading?.isMobile) return { ...reading, isUnsure: couldLackDigit(callingCode, digits) };
  }
  return null;
}

/** Whether one more digit at the end makes it a mobile number of today, which nobody may have dialled. */
function couldLackDigit(callingCode: string, digits: string): boolean {
  const started = digits.replace(/^0/, "");
  return [...Array(10).keys()].some(
    (digit) => toReading(parsePhoneNumberFromString(`+${callingCode}${started}${digit}`))?.isMobile,
  );
}

function toReading(parsed: PhoneNumber | undefined): Reading | null {
  if (!parsed?.isValid()) return null;
  const { number: e164, country = null, countryCallingCode: callingCode } = parsed;
  const type = parsed.getType();
  // A number with digits too many: the mailbox of a mobile number has a longer one.
  if (type === "VOICEMAIL") return null;
  return { e164, country, callingCode, isMobile: type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE" };
}
