import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { messages } from "#app/schemas/messages/index.ts";
import { nextTierRow, TiersForm } from "./tier-form.ts";
import { Tiers } from "./tiers.ts";

type Row = Partial<Record<"name" | "minAmount" | "maxAmount" | "value" | "type", string>>;

function parse(rows: Row[], currency = "EUR") {
  const fields = new URLSearchParams({ intent: "tiers", currency });
  rows.forEach((row, index) => {
    for (const [name, value] of Object.entries({ type: "percentage", ...row }))
      fields.append(`tiers[${index}].${name}`, value);
  });
  const submission = parseWithZod(fields, { schema: TiersForm });
  return submission.status === "success" ? submission.value.tiers : submission.error;
}

test("a list of tiers reports the errors of every row, by row", () => {
  const rows = [
    { minAmount: "0", maxAmount: "100", value: "5" },
    { minAmount: "100", maxAmount: "200", value: "150" },
    { minAmount: "150", maxAmount: "300", value: "abc" },
    { minAmount: "300", maxAmount: "400", value: "5", name: "n".repeat(51) },
  ];
  expect(parse(rows)).toEqual({
    "tiers[1].value": [messages.tiers.percentRange],
    "tiers[2].value": [messages.tiers.valueShape],
    "tiers[2].minAmount": ["Tier 3 starts inside Tier 2. Start it at €200.00."],
    "tiers[3].name": [messages.tiers.nameLong],
  });
});

test("a list of tiers skips rows in which nothing was typed, and counts the others as on the page", () => {
  const blank = { minAmount: "", maxAmount: " ", value: "" };
  expect(parse([blank, { minAmount: "0", value: "5" }])).toMatchObject([{ name: "Tier 1", maxAmount: null }]);
  expect(parse([blank, { minAmount: "0", value: "x" }])).toEqual({
    "tiers[1].value": [messages.tiers.valueShape],
  });
  expect(parse([])).toEqual([]);
});

test("a percentage may be typed with its sign, an amount may not", () => {
  const row = { minAmount: "0", maxAmount: "1" };
  for (const value of ["25%", "25 %", "25,0% "])
    expect(parse([{ ...row, value }])).toMatchObject([{ value: expect.stringMatching(/^25(\.0)?$/) }]);
  for (const value of ["25%%", "%25", "%"])
    expect(parse([{ ...row, value }])).toEqual({ "tiers[0].value": [messages.tiers.valueShape] });
  expect(parse([{ ...row, type: "fixed", value: "25%" }])).toEqual({
    "tiers[0].value": [messages.tiers.valueShape],
  });
});

test("a list of tiers shows one error for the currency of all rows", () => {
  const row = { minAmount: "0", maxAmount: "1", value: "5" };
  expect(parse([row, { ...row, minAmount: "1", maxAmount: "" }], "ZZZ")).toEqual({
    currency: [messages.fields.currencyShape],
  });
});

test("a list of more than twenty tiers is refused as a list", () => {
  const rows = Array.from({ length: 21 }, (_, row) => ({
    minAmount: String(row),
    maxAmount: row === 20 ? "" : String(row + 1),
    value: "5",
  }));
  expect(parse(rows)).toEqual({ tiers: [messages.tiers.tooMany] });
});

test("gaps between tiers are reported to a program whatever their order", () => {
  const { error } = Tiers.safeParse([
    { minAmount: "0", maxAmount: "9", type: "percentage", value: "x", currency: "EUR" },
    { minAmount: "5", type: "percentage", value: "5", currency: "EUR" },
  ]);
  expect(error?.issues.map(({ path }) => path)).toEqual([
    [0, "value"],
    [1, "minAmount"],
  ]);
});

test("tiers are sorted before they are checked, and errors name the row that was sent", () => {
  const high = { minAmount: "1000", value: "30" };
  const low = { minAmount: "0", maxAmount: "1000", value: "20" };
  const blank = { minAmount: "", value: "" };
  expect(parse([high, blank, low])).toMatchObject([
    { name: "Tier 1", minAmount: "0", row: 2 },
    { name: "Tier 2", minAmount: "1000", maxAmount: null, row: 0 },
  ]);
  expect(parse([{ ...high, minAmount: "999" }, low])).toEqual({
    "tiers[0].minAmount": ["Tier 2 starts inside Tier 1. Start it at €1,000.00."],
  });
});

test("an added tier starts where the last one ends", () => {
  expect(nextTierRow(undefined)).toMatchObject({ minAmount: "0", type: "percentage" });
  expect(nextTierRow({ maxAmount: "2000", type: "fixed" })).toMatchObject({
    minAmount: "2000",
    type: "fixed",
  });
});
