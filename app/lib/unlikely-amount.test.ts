import { expect, test } from "vitest";
import { withOwnRates } from "./exchange.ts";
import { amountLimitIn, isUnlikelyAmount } from "./unlikely-amount.ts";

const rates = withOwnRates({ USD: "1.25", JPY: "160" }, []);

test.each<[what: string, amount: string, currency: string, own: string | null, isUnlikely: boolean]>([
  ["the default limit itself", "100000", "EUR", null, false],
  ["a cent more than the default limit", "100000.01", "EUR", null, true],
  ["what the default limit is worth in dollars", "125000", "USD", null, false],
  ["more than that in yen", "16000001", "JPY", null, true],
  ["a large amount in a currency without a rate", "100000000", "AED", null, false],
  ["an amount beyond all limits", "100000000.01", "AED", null, true],
  ["more than the broker's own limit", "2500.01", "USD", "2000", true],
  ["what the broker's higher limit allows", "999999", "EUR", "1000000", false],
])(
  "%s is likely or not by the broker's limit and the day's rate",
  (_what, amount, currency, own, isUnlikely) => {
    const limit = own === null ? null : { amount: own, currency: "EUR" };
    expect(isUnlikelyAmount({ amount, currency }, limit, rates)).toBe(isUnlikely);
  },
);

test("a broker's limit is given in the currency's own digits", () => {
  expect(amountLimitIn("JPY", { amount: "0.01", currency: "EUR" }, rates)).toBe("2");
});
