import { describe, expect, test } from "vitest";
import { convert, exchange, rateBetween } from "./exchange.ts";

const rates = { USD: "1.1367", JPY: "180.57", GBP: "0.85986" };

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
