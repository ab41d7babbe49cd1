import { expect, test } from "vitest";
import { languageRegions, visitorLocale } from "./language-regions.ts";

test.each([
  ["de-CH,de;q=0.9,en-US;q=0.8", ["CH", undefined, "US"]],
  ["en;q=0.5, pt-BR;q=0.9", ["BR", undefined]],
  ["zh-Hant-TW, es-419", ["TW", "419"]],
  ["DE-at", ["AT"]],
  ["*, __proto__, -, ;", []],
  ["", []],
  [null, []],
])("the languages %s have the regions %j in order of preference", (header, regions) => {
  expect(languageRegions(header)).toEqual(regions);
});

test("only the first eight languages of a header count", () => {
  expect(languageRegions(`${"de,".repeat(8)}de-CH;q=1`)).toEqual(Array(8).fill(undefined));
});

test.each([
  ["es", "es-MX,es;q=0.9,en;q=0.8", "es-MX"],
  ["es", "es,es-US;q=0.9", "es-US"],
  ["es", "es-419,es;q=0.9", "es-419"],
  ["en", "en-GB,en;q=0.9", "en-GB"],
  ["pt-BR", "pt-PT", "pt-PT"],
  ["fr", "de-CH,fr-CH;q=0.9", "fr-CH"],
  ["zh", "zh-TW", "zh-Hans-TW"],
  ["es", "de-MX", "es"],
  ["en", null, "en-US"],
] as const)("%s in a browser with %s has the numbers and dates of %s", (language, header, locale) => {
  expect(visitorLocale(language, header)).toBe(locale);
});
