import { expect, test } from "vitest";
import { withOwnRates } from "#app/lib/exchange.ts";
import { nulls } from "#app/lib/objects.ts";
import type { Submission } from "#app/models/index.server.ts";
import { compareSides } from "./compare-sides.ts";
import { createConverter } from "./matching/convert.ts";
import type { StatementRow } from "./matching/types.ts";

const claim = {
  id: "claim",
  action: "deposit",
  status: "pending",
  email: "john.smith@example.com",
  phone: "+34600555123",
  reference: "MT5 8412337",
  country: "ES",
  amount: "350.0000",
  currency: "EUR",
  createdAt: new Date("2026-11-03T10:00:00Z"),
} as Submission;

const EMPTY = {
  ...nulls(["kind", "account", "submissionId", "clickId", "email", "emailMasked", "emailSha256", "emailMd5"]),
  ...nulls(["phone", "phoneEnding", "name", "userName", "country", "amount", "net", "fee", "currency"]),
  ...nulls(["convertedAmount", "convertedCurrency", "commission", "commissionCurrency", "at", "count"]),
  subIds: [],
};

type Read = Partial<StatementRow>;

const differing = (read: Read | Read[], kind: "transactions" | "sums" = "transactions") =>
  compareSides({
    claim,
    rows: [read].flat().map((row, at) => ({
      line: at + 2,
      cells: [],
      read: { ...EMPTY, line: at + 2, ...row } as StatementRow,
    })),
    file: { kind, period: null, columns: [] },
    timeZone: "UTC",
    convert: createConverter(withOwnRates({ USD: "1.25" }, [])),
  }).flatMap(({ label, isDifferent }) => (isDifferent ? [label] : []));

const at = (day: string) => ({ from: new Date(`${day}T00:00:00Z`), to: new Date(`${day}T23:59:59Z`) });

test("a claim and its row differ in no field that they only write differently", () => {
  expect(
    differing({
      emailMasked: "jo***@ex***.com",
      phone: "+34600555123",
      account: "CR-8412337",
      country: "ES",
      amount: "352.45",
      net: "350",
      currency: "EUR",
      at: at("2026-11-01"),
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
  expect(differing({ kind: "reversal", amount: "-350.00", currency: "EUR" })).toEqual([]);
});

test.each<[what: string, read: Read | Read[], kind?: "sums"]>([
  ["all but the fee", { amount: "342", fee: "8", currency: "EUR" }],
  ["the same at the day's rate", { amount: "437.50", currency: "USD" }],
  [
    "in two parts",
    [
      { amount: "200", currency: "EUR" },
      { amount: "150", currency: "EUR" },
    ],
  ],
  ["a part of a sum", { amount: "900", currency: "EUR", count: 3, at: at("2026-11-03") }, "sums"],
  ["of two weeks before", { amount: "350", currency: "EUR", at: at("2026-10-20") }],
])("the sides do not differ where the matching says that an amount is %s", (_what, read, kind) => {
  expect(differing(read, kind)).toEqual([]);
});

test("a claim and its row differ in each field that says something else", () => {
  expect(
    differing({
      emailMasked: "ja***@ex***.com",
      phoneEnding: "9999",
      account: "8412338",
      country: "DE",
      amount: "190",
      currency: "EUR",
      at: at("2026-09-01"),
    }),
  ).toEqual(["Email", "Phone", "Account", "Amount", "Time", "Country"]);
});
