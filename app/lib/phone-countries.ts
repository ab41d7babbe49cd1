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
