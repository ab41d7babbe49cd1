import { expect, test } from "vitest";
import { languageRegions } from "./language-regions.ts";

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
