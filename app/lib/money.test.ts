import currencyCodes from "currency-codes";
import { describe, expect, test } from "vitest";
import { currencyDigits, displayMoney, displayMoneyIn, fitsCurrency, isCurrency, toAmount } from "./money.ts";

test("each currency has as many digits as ISO 4217 gives it", () => {
  const standard = currencyCodes.data.filter(({ code }) => isCurrency(code));
  expect(standard.length).toBeGreaterThan(150);
  expect(
    standard.filter(({ code, digits }) => currencyDigits(code) !== digits).map(({ code }) => code),
  ).toEqual([]);
});

describe("amount", () => {
  test.each([
    ["1250", "1250"],
    ["1,250.50", "1250.5"],
    ["1.250,50", "1250.5"],
    ["1 250,5", "1250.5"],
    ["1\u00a0250\u00a0000", "1250000"],
    ["1\u2019250.5", "1250.5"],
    ["1.250.000", "1250000"],
    ["1.250", "1.250"],
    ["1,250", "1250"],
    ["0,500", "0.5"],
    ["1.250,505", "1250.505"],
    ["12,50,000.50", "1250000.5"],
    ["1,2,3", null],
    [",500", null],
    ["1,,,5", null],
    ["1,5.5", null],
    ["12.3456,7", null],
    ["1 2", null],
    ["1'2'3", null],
    ["1,250 000", null],
    ["1,250,5", null],
    ["5.", null],
    [0.1, "0.1"],
    ["0", null],
    ["-5", null],
    ["NaN", null],
    [Number.NaN, null],
    ["1e3", null],
    [1e18, null],
    ["1000000000000000000", null],
    ["1.23456", null],
  ])("an amount typed as %s is read as %s", (typed, read) => {
    expect(toAmount(typed)).toBe(read);
  });

  test("an amount fits its currency or does not", () => {
    expect(fitsCurrency("1500.5", "HUF")).toBe(true);
    expect(fitsCurrency("1500.5", "JPY")).toBe(false);
    expect(fitsCurrency("1.005", "KWD")).toBe(true);
    // In Madrid that is a thousand and a quarter of one.
    expect(fitsCurrency("1.250", "EUR")).toBe(false);
    expect(fitsCurrency("1.250", "KWD")).toBe(true);
  });

  test("an amount is shown with its currency's digits, none lost", () => {
    expect(displayMoney("40768199999999796.16", "IDR")).toBe("IDR\u00a040,768,199,999,999,796.16");
    expect(displayMoney("1500", "HUF")).toBe("HUF\u00a01,500.00");
    expect(displayMoney("1500", "JPY")).toBe("¥1,500");
  });
});

test.each([
  [
    "The file says 280.00 EUR, the visitor 1250 EUR: 30% apart.",
    "The file says €280.00, the visitor €1,250.00: 30% apart.",
  ],
  ["Both say 5000 JPY.", "Both say ¥5,000."],
  ["The account number 8412337 EUR is in line 2.", "The account number 8412337 EUR is in line 2."],
  ["The account number A12 EUR is in line 3.", "The account number A12 EUR is in line 3."],
])("the amounts of a stored sentence are written for the reader: %s", (stored, shown) => {
  expect(displayMoneyIn(stored)).toBe(shown);
});
