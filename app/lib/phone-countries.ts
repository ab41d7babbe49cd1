import { getCountries, getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";

export type PhoneCountry = { code: string; name: string; callingCode: string };

let countries: PhoneCountry[] | undefined;

/** Every country with telephone numbers, by its English name. */
export function phoneCountries(): PhoneCountry[] {
  if (!countries) {
    const names = new Intl.DisplayNames(["en"], { type: "region" });
    countries = getCountries()
      .map((code) => ({ code, name: names.of(code) ?? code, callingCode: getCountryCallingCode(code) }))
      .sort((a, b) => a.name.localeCompare(b.name, "en"));
  }
  return countries;
}

/** The country that a language names itself: BR for `pt-BR`. Null for one without a region, or a part of the world. */
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
