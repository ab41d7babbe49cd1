import { getCountries, getCountryCallingCode } from "libphonenumber-js/max";

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

/** The names of a breakdown's countries, by their codes. */
export function nameCountries(byCountry: { country: string | null }[]): Record<string, string> {
  const codes = new Set(byCountry.map(({ country }) => country));
  return Object.fromEntries(
    phoneCountries()
      .filter(({ code }) => codes.has(code))
      .map(({ code, name }) => [code, name]),
  );
}
