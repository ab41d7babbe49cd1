import { expect, test } from "vitest";
import type { Submission } from "#app/models/index.server.ts";
import { compareSides } from "./compare-sides.ts";
import type { StatementRow } from "./matching/types.ts";

const claim = {
  ...{ email: "john.smith@example.com", phone: "+34600555123", reference: "MT5 8412337", country: "ES" },
  ...{ amount: "350.0000", currency: "EUR", createdAt: new Date("2026-11-03T10:00:00Z") },
} as Submission;

const EMPTY = { amount: null, net: null, convertedAmount: null };

const differing = (read: Partial<StatementRow>) =>
  compareSides({
    claim,
    rows: [{ line: 2, cells: [], read: { ...EMPTY, ...read } as StatementRow }],
    columns: [],
    timeZone: "UTC",
  }).flatMap(({ label, isDifferent }) => (isDifferent ? [label] : []));

const at = (day: string) => ({ from: new Date(`${day}T00:00:00Z`), to: new Date(`${day}T23:59:59Z`) });

test("a claim and its row differ in no field that they only write differently", () => {
  expect(
    differing({
      ...{ emailMasked: "jo***@ex***.com", phone: "+34600555123", account: "CR-8412337", country: "es" },
      ...{ amount: "352.45", net: "350", currency: "EUR", at: at("2026-11-01") },
    }),
  ).toEqual([]);
  expect(
    differing({
      phoneEnding: "5123",
      amount: "380",
      currency: "USD",
      convertedAmount: "349",
      convertedCurrency: "EUR",
    }),
  ).toEqual([]);
  expect(differing({ amount: "-350.00", currency: "EUR" })).toEqual([]);
});

test("a claim and its row differ in each field that says something else", () => {
  expect(
    differing({
      ...{ emailMasked: "ja***@ex***.com", phoneEnding: "9999", account: "8412338", country: "DE" },
      ...{ amount: "190", currency: "EUR", at: at("2026-10-20") },
    }),
  ).toEqual(["Email", "Phone", "Account", "Amount", "Time", "Country"]);
});
