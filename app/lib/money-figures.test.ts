import { expect, test } from "vitest";
import { type MoneyCounts, toMoneyFigures } from "./money-figures.ts";

const counts: MoneyCounts = {
  claims: 8,
  verified: 3,
  waiting: 1,
  value: "1500",
  commission: "900",
  spend: "1000",
};

test("a row says what a claim cost, what it earned, and what the waiting ones may change", () => {
  expect(toMoneyFigures(counts)).toEqual({
    costPerClaim: "125",
    costPerVerified: "333.3333",
    costPerVerifiedIfWaiting: "250",
    // Between 0.6187 and 8.7673 of them would be no surprise.
    costInterval: { low: "114.0606", high: "1616.3651" },
    returnOnSpend: { value: 1.5, commission: 0.9 },
    profit: "-100",
  });
});

test("an unknown part and a division by zero are null", () => {
  const none = { costPerClaim: null, costPerVerified: null, costInterval: null, profit: null };
  expect(toMoneyFigures({ ...counts, spend: null })).toMatchObject(none);
  expect(toMoneyFigures({ ...counts, commission: null })).toMatchObject({ profit: null });
  expect(toMoneyFigures({ ...counts, spend: "0" })).toMatchObject({
    costPerVerified: null,
    costInterval: null,
    returnOnSpend: { value: null, commission: null },
    profit: "900",
  });
  expect(toMoneyFigures({ ...counts, claims: 0, verified: 0, waiting: 0 })).toMatchObject({
    costPerClaim: null,
    costPerVerified: null,
    costPerVerifiedIfWaiting: null,
    // Up to 3.689 of them would be no surprise.
    costInterval: { low: "271.085", high: null },
  });
});

test("from thirty verified claims on, a cost has no interval", () => {
  expect(toMoneyFigures({ ...counts, verified: 29 }).costInterval).not.toBeNull();
  expect(toMoneyFigures({ ...counts, verified: 30 }).costInterval).toBeNull();
});

test("a credit of the ad platform leaves a profit and no return", () => {
  expect(toMoneyFigures({ ...counts, spend: "-50.5" })).toMatchObject({
    costInterval: null,
    returnOnSpend: { value: null, commission: null },
    profit: "950.5",
  });
});
