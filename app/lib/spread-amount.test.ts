import Decimal from "decimal.js-light";
import { expect, test } from "vitest";
import { spreadAmount, spreadSum } from "./spread-amount.ts";

test.each([
  ["100", "EUR", 3, ["33.34", "33.33", "33.33"]],
  ["-0.05", "EUR", 3, ["-0.02", "-0.02", "-0.01"]],
  ["0.01", "EUR", 3, ["0.01", "0", "0"]],
  ["100", "JPY", 3, ["34", "33", "33"]],
  ["1.0001", "EUR", 2, ["0.5001", "0.5"]],
  ["250", "EUR", 1, ["250"]],
])("%s %s over %d days is spread to the last digit", (amount, currency, days, parts) => {
  expect(spreadAmount(amount, currency, days)).toEqual(parts);
});

test.each([
  ["4", 8, ["1", "0", "1", "0", "1", "0", "1", "0"]],
  ["10", 3, ["4", "3", "3"]],
  ["1.5", 2, ["0.8", "0.7"]],
  ["0", 2, ["0", "0"]],
])("%s of something over %d days is spread evenly in parts with as many digits", (sum, days, parts) =>
  expect(spreadSum(sum, days)).toEqual(parts),
);

test("the parts of the largest amount over a year add up to it", () => {
  const Sum = Decimal.clone({ precision: 40 });
  const parts = spreadAmount("999999999999.99", "EUR", 366);
  expect(parts.reduce((sum, part) => sum.plus(part), new Sum(0)).toFixed()).toBe("999999999999.99");
});
