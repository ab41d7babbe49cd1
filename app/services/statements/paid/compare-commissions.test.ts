import { expect, test } from "vitest";
import { withOwnRates } from "#app/lib/exchange.ts";
import {
  type CommissionFacts,
  compareCommissions,
  type ExpectedClaim,
  explainDifference,
  type PaidLine,
} from "./compare-commissions.ts";

const tiers = [
  { name: "Bronze", minAmount: "0", maxAmount: "1999.99", type: "percentage" as const, value: "20" },
  { name: "Silver", minAmount: "2000", maxAmount: null, type: "percentage" as const, value: "25" },
].map((tier) => ({ ...tier, currency: "EUR" }));
const rates = withOwnRates({ USD: "1.25" }, []);
const claim: ExpectedClaim = {
  amount: "100",
  currency: "EUR",
  earned: "25.00",
  rate: "1",
  tier: { name: "Silver", type: "percentage", value: "25" },
};
const row: PaidLine = {
  source: "statement",
  line: 2,
  isClaimed: true,
  amount: "100",
  fee: null,
  currency: "EUR",
  paid: "25",
  paidCurrency: "EUR",
};

function explain(claims: Partial<ExpectedClaim>[], rows: Partial<PaidLine>[]) {
  const facts: CommissionFacts = {
    claims: claims.map((one) => ({ ...claim, ...one })),
    rows: rows.map((one) => ({ ...row, ...one })),
    tiers,
    currency: "EUR",
    rates,
  };
  const compared = compareCommissions(facts);
  return { ...compared, reason: explainDifference(facts, compared) };
}

test("a row that pays what the tier says needs no reason, a cent more or less either", () => {
  expect(explain([{}], [{}])).toMatchObject({ expected: "25", paid: "25", difference: "0", reason: null });
  expect(explain([{}], [{ paid: "24.99" }])).toMatchObject({ difference: "-0.01", reason: null });
});

test("commission in another currency is compared at the day's rate, and without one says which is missing", () => {
  expect(explain([{}], [{ paid: "31.25", paidCurrency: "USD" }])).toMatchObject({ paid: "25", reason: null });
  expect(explain([{}], [{ paid: "31.25", paidCurrency: "AED" }])).toMatchObject({
    paid: null,
    difference: null,
    reason: "There is no exchange rate from AED to EUR. You can set one in the settings.",
  });
});

test.each<[why: string, claims: Partial<ExpectedClaim>[], rows: Partial<PaidLine>[], sentence: string]>([
  [
    "another tier",
    [{}],
    [{ paid: "20" }],
    "The broker pays by another tier: Bronze (20%) in place of Silver (25%).",
  ],
  [
    "the tier's percentage of that time",
    [{ earned: "22.00", tier: { name: "Silver", type: "percentage", value: "22" } }],
    [{}],
    "The broker pays by Silver (25%); the claim was verified at 22%.",
  ],
  [
    "a fee",
    [{}],
    [{ amount: "100", fee: "-2.4", paid: "24.40" }],
    "The broker pays for the amount after its fee of €2.40.",
  ],
  [
    "another amount",
    [{}],
    [{ amount: "90", paid: "22.50" }],
    "The broker counts €90.00; €100.00 is verified.",
  ],
  [
    "another rate",
    [{ currency: "USD", amount: "125", rate: "0.8" }],
    [{ currency: "USD", amount: "125", paid: "24.1" }],
    "The broker uses another exchange rate.",
  ],
  [
    "a rate that is nearly 10 % higher",
    [{ currency: "USD", amount: "125", rate: "0.8" }],
    [{ currency: "USD", amount: "125", paid: "27.49" }],
    "The broker uses another exchange rate.",
  ],
  [
    "more than a rate may be higher",
    [{ currency: "USD", amount: "125", rate: "0.8" }],
    [{ currency: "USD", amount: "125", paid: "27.51" }],
    "The broker pays 27.51% where your tier says 25%.",
  ],
  [
    "more than a rate may be lower",
    [{ currency: "USD", amount: "125", rate: "0.8" }],
    [{ currency: "USD", amount: "125", paid: "22.49" }],
    "The broker pays 22.49% where your tier says 25%.",
  ],
  ["a fee that is not shown", [{}], [{ paid: "24.20" }], "Slightly less: the broker may have taken a fee."],
  ["another percentage", [{}], [{ paid: "15" }], "The broker pays 15% where your tier says 25%."],
  [
    "another amount for each claim",
    [{ earned: "40.00", tier: { name: "All", type: "fixed", value: "40" } }],
    [{ paid: "33" }],
    "The broker pays €33.00 per claim where your tier says €40.00.",
  ],
  [
    "a row that nobody claimed",
    [{}],
    [{}, { line: 7, isClaimed: false, paid: "12" }],
    "The broker also pays for line 7, which nobody claimed.",
  ],
  [
    "six rows that nobody claimed, of which five are named",
    [{}],
    [{}, ...[7, 8, 9, 10, 11, 12].map((line) => ({ line, isClaimed: false, paid: "12" }))],
    "The broker also pays for lines 7, 8, 9, 10, 11 and 1 more, which nobody claimed.",
  ],
  [
    "a postback that nobody claimed",
    [{}],
    [{}, { source: "postback", line: 0, isClaimed: false, paid: "12" }],
    "The broker also pays for a postback, which nobody claimed.",
  ],
  [
    "a row that takes back",
    [{}],
    [{}, { line: 9, paid: "-25" }],
    "The broker takes commission back in line 9.",
  ],
  [
    "nothing usual",
    [{}],
    [{ paid: "93" }],
    "Neither a tier, an amount nor a rate explains it: ask the broker.",
  ],
  ["nothing paid", [{}], [{ paid: "0" }], "The broker pays nothing for it."],
  ["no verified claim", [], [{}], "No verified claim of this client."],
  ["no tier", [{ earned: null, tier: null }], [{}], "No tier of yours applies to it."],
])("a difference by %s is explained in a sentence", (_why, claims, rows, sentence) => {
  expect(explain(claims, rows).reason).toBe(sentence);
});
