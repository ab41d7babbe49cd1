import { getCountries, getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";

export type PhoneCountry = { code: string; name: string; callingCode: string };

/** One list for each language of the public pages. */
const lists = new Map<string, PhoneCountry[]>();

/** Every country with telephone numbers, by its name. */
export function phoneCountries(locale = "en"): PhoneCountry[] {
  const known = lists.get(locale);
  if (known) return known;
  const names = new Intl.DisplayNames([locale], { type: "region" });
  const { compare } = new Intl.Collator(locale);
  const countries = getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code, callingCode: getCountryCallingCode(code) }))
    .sort((a, b) => compare(a.name, b.name));
  lists.set(locale, countries);
  return countries;
}

/**
 * The country that a language names itself: BR for `pt-BR`. Null for one without a region, or a part of the
 * world.
 */
export function languageCountry(language: string): string | null {
  const { region } = new Intl.Locale(language);
  return region !== undefined && isSupportedCountry(region) ? region : null;
}

/** The names of a breakdown's countries, by their codes. */
export function nameCountries(byCountry: { country: string | null }[]): Record<string, string> {
  const codes = new Set(byCountry.map(({ country }) => country));
  return Object.fromEntries(
    phoneCountries()
      .filter(({ code }) => codes.has(code))
      .map(({ code, name }) => [code, name]),
  );
}
