import { expect, test } from "vitest";
import { languageCountry } from "./phone-countries.ts";

test.each([
  ["pt-BR", "BR"],
  ["zh-Hans-CN", "CN"],
  ["pt", null],
  ["zh-Hans", null],
  ["ar", null],
  ["es-419", null],
])("the phone's country of a form in %s is %s", (language, country) => {
  expect(languageCountry(language)).toBe(country);
});
