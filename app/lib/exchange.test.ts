import { describe, expect, test } from "vitest";
import { convert, exchange, findRate, findWithoutRate, rateBetween, withOwnRates } from "./exchange.ts";

const bank = { USD: "1.1367", JPY: "180.57", GBP: "0.85986" };
const rates = withOwnRates(bank, []);

describe("amount in another currency", () => {
  test.each([
    [{ amount: "100", currency: "EUR" }, "USD", "113.67"],
    [{ amount: "113.67", currency: "USD" }, "EUR", "100.00"],
    [{ amount: "100", currency: "USD" }, "JPY", "15885"],
    [{ amount: "1", currency: "JPY" }, "GBP", "0.00"],
    [{ amount: "12.5", currency: "EUR" }, "EUR", "12.50"],
  ])("%j is in %s %s", (money, to, expected) => {
    expect(convert(money, to, rates)).toBe(expected);
  });

  test("an amount in another currency is unknown if the bank has no rate", () => {
    expect(convert({ amount: "1", currency: "KWD" }, "EUR", rates)).toBeNull();
    expect(convert({ amount: "1", currency: "EUR" }, "KWD", rates)).toBeNull();
    expect(convert({ amount: "1", currency: "EUR" }, "toString", rates)).toBeNull();
    expect(rateBetween("EUR", "__proto__", rates)).toBeNull();
  });

  test("an amount in another currency has its own digits, and a half goes to the even neighbour", () => {
    expect(exchange("2.345", "1", "EUR")).toBe("2.34");
    expect(exchange("2.355", "1", "EUR")).toBe("2.36");
    expect(exchange("0.5", "1", "JPY")).toBe("0");
    expect(exchange("1.5", "1", "JPY")).toBe("2");
    expect(exchange("1.0005", "1", "KWD")).toBe("1.000");
    expect(exchange("1.0015", "1", "KWD")).toBe("1.002");
  });
});

describe("rates that an owner sets", () => {
  const peg = { from: "USD", to: "AED", rate: "3.6725" };

  test("rates that an owner sets lead from a currency without a rate of the bank to all others", () => {
    const known = withOwnRates(bank, [peg]);
    expect(convert({ amount: "1000", currency: "USD" }, "AED", known)).toBe("3672.50");
    expect(convert({ amount: "3672.50", currency: "AED" }, "USD", known)).toBe("1000.00");
    // 1,000 / 3.6725 / 1.1367
    expect(convert({ amount: "1000", currency: "AED" }, "EUR", known)).toBe("239.55");
    expect(findRate("USD", "AED", known)).toEqual({ rate: "3.6725", isOwn: true, isOfBank: false });
    expect(findRate("AED", "EUR", known)).toMatchObject({ isOwn: true, isOfBank: true });
    expect(findWithoutRate(["AED", "KWD", "KWD", "EUR"], "EUR", known)).toEqual(["KWD"]);
  });

  test("rates that an owner sets come before the bank's for their own pair, and for no other", () => {
    const known = withOwnRates(bank, [{ from: "EUR", to: "USD", rate: "2" }]);
    expect(rateBetween("EUR", "USD", known)).toBe("2");
    expect(rateBetween("USD", "EUR", known)).toBe("0.5");
    for (const [from, to] of [
      ["USD", "JPY"],
      ["GBP", "USD"],
      ["EUR", "JPY"],
    ] as const)
      expect(findRate(from, to, known)).toEqual(findRate(from, to, rates));
  });

  test("rates that an owner sets lead over each other, first by the euro, then by the dollar", () => {
    const known = withOwnRates(bank, [
      { from: "AED", to: "NGN", rate: "400" },
      peg,
      { from: "AED", to: "EUR", rate: "0.2" },
    ]);
    expect(rateBetween("AED", "GBP", known)).toBe("0.171972");
    expect(rateBetween("NGN", "EUR", known)).toBe("0.0005");
    expect(rateBetween("NGN", "KWD", known)).toBeNull();
  });
});
