import { expect, test } from "vitest";
import { phoneCountries } from "#app/lib/phone-countries.ts";
import { readCountry } from "./countries.ts";
import { FILE_LANGUAGES } from "./file-languages.ts";

test.each(FILE_LANGUAGES)("every country is read by its name in %s", (language) => {
  const names = new Intl.DisplayNames(language, { type: "region" });
  const misread = phoneCountries().flatMap(({ code }) => {
    const name = names.of(code) ?? "";
    const found = [name, name.toUpperCase(), ` ${name} `].map(readCountry);
    return found.every((one) => one === code) ? [] : [`${name}: ${found}`];
  });
  expect(misread).toEqual([]);
});

test.each([
  ["GB", "UK, uk, Great Britain, England, Großbritannien, Wielka Brytania, 英国"],
  ["US", "USA, us, U.S.A., United States of America, EE. UU., США, 美国"],
  ["AE", "UAE, ОАЭ, VAE, 阿联酋"],
  ["TR", "Turkey, Türkiye, TURKIYE"],
  ["CZ", "Czech Republic, Czechia, Tschechien, République tchèque"],
  ["RU", "Russian Federation, Russia, Россия, РФ"],
  ["HK", "Hong Kong, Hongkong, 香港"],
  ["FR", "France, Frankreich, FR, Fr"],
  ["RS", "Serbia, Serbien, Сербия"],
  ["KR", "South Korea, Republic of Korea, Korea"],
  ["CI", "Ivory Coast, Côte d'Ivoire, Cote d’Ivoire"],
  ["VN", "Vietnam, Viet Nam"],
  ["NL", "The Netherlands, Holland, Pays-Bas"],
  ["DE", "Germany (DE), DE - Germany, de"],
])("%s is read as it is written: %s", (code, written) => {
  expect(written.split(", ").map(readCountry)).toEqual(written.split(", ").map(() => code));
});

test.each(["FX", "SU", "YU", "ZZ", "EU", "Europe", "Other", "", "n/a"])("%j is no country", (text) => {
  expect(readCountry(text)).toBeNull();
});
