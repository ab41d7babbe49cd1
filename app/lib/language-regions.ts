import { getClientLocales } from "remix-utils/locales/server";

/** Checking a language takes microseconds, and a header may list thousands. */
const LANGUAGES_MAX = 8;

/**
 * The regions of a browser's languages, in its order of preference; undefined for a language without one.
 * @param acceptLanguage the header of that name
 */
export function languageRegions(acceptLanguage: string | null): (string | undefined)[] {
  const first = (acceptLanguage ?? "").split(",", LANGUAGES_MAX).join();
  const locales = getClientLocales(new Headers({ "accept-language": first })) ?? [];
  return locales.map((locale) => new Intl.Locale(locale).region);
}
