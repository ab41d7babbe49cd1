import { describe, expect, test } from "vitest";
import {
  calculateCommission,
  earnWithoutRate,
  smallestStep,
  sumByCurrency,
  type Tier,
  tierFor,
  tierLabel,
} from "./commission.ts";

const tier = { type: "percentage" as const, currency: "EUR" };
const tiers = [
  { ...tier, name: "Bronze", minAmount: "500", maxAmount: "1999.99", value: "20" },
  { ...tier, name: "Silver", minAmount: "2000", maxAmount: "19999.99", value: "25" },
  { ...tier, name: "Gold", minAmount: "20000", maxAmount: null, value: "30" },
];

describe("tier of a month", () => {
  test.each([
    ["499.99", undefined],
    ["500", "Bronze"],
    ["1999.99", "Bronze"],
    ["2000", "Silver"],
    ["19999.99", "Silver"],
    ["20000", "Gold"],
    ["999999999999", "Gold"],
  ])("the tier of a month at %s is %s", (total, name) => {
    expect(tierFor(tiers, total)?.name).toBe(name);
  });

  test("the tier of a month has no tier above a closed last one", () => {
    expect(tierFor(tiers.slice(0, 1), "2000")).toBeNull();
  });
});

describe("what a deposit earns", () => {
  test.each([
    [{ type: "percentage", value: "25", currency: "EUR" }, "250", "62.50"],
    [{ type: "percentage", value: "0.5", currency: "EUR" }, "1.01", "0.01"],
    [{ type: "percentage", value: "10", currency: "EUR" }, "0.25", "0.02"],
    [{ type: "percentage", value: "10", currency: "EUR" }, "0.35", "0.04"],
    [{ type: "percentage", value: "33.3333", currency: "JPY" }, "1000", "333"],
    [{ type: "percentage", value: "12.5", currency: "KWD" }, "1.004", "0.126"],
    [{ type: "fixed", value: "40", currency: "EUR" }, "1", "40.00"],
  ] as const)("what a deposit earns by %j of %s is %s", (by, amount, expected) => {
    expect(calculateCommission(by, amount)).toBe(expected);
  });

  test("what a deposit earns is exact where floats are not", () => {
    expect(
      calculateCommission({ type: "percentage", value: "10", currency: "EUR" }, "999999999999.9999"),
    ).toBe("100000000000.00");
  });
});

describe("what a deposit earns without a rate", () => {
  const fixed = { type: "fixed" as const, currency: "EUR", value: "20", name: "All" };

  test.each<[by: string, tiers: Tier[], total: string, earned: string | null]>([
    ["the only tier, from 0", [{ ...fixed, minAmount: "0", maxAmount: null }], "0", "20.00"],
    ["the only tier, from 0 to an end", [{ ...fixed, minAmount: "0", maxAmount: "500" }], "0", "20.00"],
    ["the only tier, whose end is passed", [{ ...fixed, minAmount: "0", maxAmount: "500" }], "501", null],
    ["the only tier, from 500", [{ ...fixed, minAmount: "500", maxAmount: null }], "0", null],
    ["a percentage", [{ ...fixed, type: "percentage", minAmount: "0", maxAmount: null }], "0", null],
    ["a tier below another one", twoFixed(), "999", null],
    ["the last of two tiers, which is reached", twoFixed(), "1000", "30.00"],
  ])(
    "what a deposit earns without a rate by %s is known only where the tier is",
    (_by, of, total, earned) => {
      expect(earnWithoutRate(of, total)?.earned ?? null).toBe(earned);
    },
  );

  function twoFixed() {
    return [
      { ...fixed, minAmount: "0", maxAmount: "999.99" },
      { ...fixed, minAmount: "1000", maxAmount: null, value: "30" },
    ];
  }
});

test("sums of several currencies are added up in each, without conversion", () => {
  const money = (amount: string, currency: string) => ({ amount, currency });
  expect(sumByCurrency([money("1.5", "USD"), money("100", "JPY"), money("2", "USD")])).toEqual([
    money("100", "JPY"),
    money("3.50", "USD"),
  ]);
});

test("a tier's label says its percentage, and says what a fixed amount is paid for", () => {
  expect(tierLabel({ type: "percentage", value: "33.3333", currency: "EUR" })).toBe("33.3333%");
  expect(tierLabel({ type: "fixed", value: "40", currency: "EUR" })).toBe("€40.00 per verified claim");
});

test("the smallest step is the currency's own", () => {
  expect(["EUR", "JPY", "KWD"].map(smallestStep)).toEqual(["0.01", "1", "0.001"]);
});
