import { expect, test } from "vitest";
import { toSearchWords, toWordQuery } from "./search-words.ts";

const NOTHING = {
  email: null,
  reference: null,
  platformName: null,
  source: null,
  campaign: null,
  utmCampaign: null,
  phone: null,
  amount: null,
  verifiedAmount: null,
};
const wordsOf = (claim: Partial<Record<keyof typeof NOTHING, string>>) => [
  ...toSearchWords({ ...NOTHING, ...claim }),
];

test("a text is found by each of its words with what follows, whatever its case, accents and blanks", () => {
  expect(wordsOf({ campaign: "Spring  FTD–Único" })).toEqual(["spring ftd–unico", "ftd–unico", "unico"]);
});

test("a word begins after a mark, and so do four digits after a letter", () => {
  expect(wordsOf({ reference: "#MT5-88" })).toEqual(["mt5-88", "88"]);
  expect(wordsOf({ reference: "MT884213" })).toEqual(["mt884213", "884213"]);
});

test("the last part of an email's domain is no word", () => {
  expect(wordsOf({ email: "Ana.Lind@example.co.uk" })).toEqual([
    "ana.lind@example.co.uk",
    "lind@example.co.uk",
    "example.co.uk",
    "co.uk",
  ]);
});

test("a phone number is found by its beginning, with and without its country's code, and by its end; an amount by its value", () => {
  expect(wordsOf({ phone: "+34600111222" })).toEqual(["34600111222", "600111222", "<22211100643"]);
  expect(wordsOf({ amount: "1250.5000" })).toEqual(["=1250.5"]);
  expect(wordsOf({ amount: "1250.5000", verifiedAmount: "90.0000" })).toEqual(["=90"]);
});

test("a long text takes a bounded number of words, none of them cut inside a character", () => {
  const words = wordsOf({ utmCampaign: `${"a ".repeat(40)}${"😀x".repeat(60)}` });
  expect(words).toHaveLength(20);
  for (const word of words) expect([word.length <= 100, word.isWellFormed()]).toEqual([true, true]);
});

test("another spelling of a mailbox is found by its one address, which no search begins with", () => {
  expect(wordsOf({ email: "M.Aria+ads@googlemail.com" })).toContain("@maria@gmail.com");
  expect(wordsOf({ email: "maria@gmail.com" })).not.toContain("@maria@gmail.com");
  expect(toWordQuery("@maria@gmail.com").begins).toEqual(["maria@gmail.com"]);
});

test("a search is compared as the words are", () => {
  expect(toWordQuery("(ÚNICO")).toEqual({ begins: ["unico"], exactly: [] });
  expect(toWordQuery("600 333-444")).toEqual({
    begins: ["600 333-444", "600333444", "<444333006"],
    exactly: [],
  });
  expect(toWordQuery("€1,250.50")).toMatchObject({ exactly: ["=1250.5"] });
  expect(toWordQuery("%_").begins).toEqual([]);
});

test("a search finds letters that have no accent, other apostrophes, and a number with its national zero", () => {
  expect(wordsOf({ campaign: "Smørrebrød O’Brien" })).toContain("smorrebrod o'brien");
  expect(toWordQuery("O'Brien").begins).toEqual(["o'brien"]);
  expect(toWordQuery("0151 2345").begins).toContain("1512345");
});
