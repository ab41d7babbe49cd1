import { getClientLocales } from "remix-utils/locales/server";
import { type Language, languageFacts, toPrimary } from "./languages.ts";

/** Checking a language takes microseconds, and a header may list thousands. */
const LANGUAGES_MAX = 8;

/** A browser's languages, in its order of preference. */
function readLocales(acceptLanguage: string | null): Intl.Locale[] {
  const first = (acceptLanguage ?? "").split(",", LANGUAGES_MAX).join();
  const locales = getClientLocales(new Headers({ "accept-language": first })) ?? [];
  return locales.map((locale) => new Intl.Locale(locale));
}

/**
 * The regions of a browser's languages, in its order of preference; undefined for a language without one.
 * @param acceptLanguage the header of that name
 */
export const languageRegions = (acceptLanguage: string | null): (string | undefined)[] =>
  readLocales(acceptLanguage).map(({ region }) => region);

/**
 * The locale of a language as its visitor's browser has it: `es-MX`. It decides about numbers and dates,
 * never about texts.
 * @param acceptLanguage the header of that name
 */
export function visitorLocale(language: Language, acceptLanguage: string | null): string {
  const { locale } = languageFacts(language);
  const own = readLocales(acceptLanguage).find(
    (one) => one.region !== undefined && one.language === toPrimary(language),
  );
  return own ? new Intl.Locale(locale, { region: own.region }).toString() : locale;
}
