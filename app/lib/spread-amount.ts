import Decimal from "decimal.js-light";
import { currencyDigits } from "./money.ts";

const Sum = Decimal.clone({ precision: 40 });

/** Spreads an amount over days, in parts with the currency's digits. */
export const spreadAmount = (amount: string, currency: string, days: number): string[] =>
  spreadSum(amount, days, currencyDigits(currency));

/**
 * Spreads a sum over days in nearly equal parts that add up to it. The parts have these digits, or as many as the
 * sum; what does not divide is spread evenly too: four of something are one on every seventh of 28 days.
 */
export function spreadSum(sum: string, days: number, digits = 0): string[] {
  const unit = new Sum(10).pow(Math.max(digits, new Sum(sum).decimalPlaces()));
  const total = new Sum(sum).mul(unit);
  const until = (day: number) => total.mul(day).div(days).todp(0, Decimal.ROUND_UP);
  return Array.from({ length: days }, (_, index) =>
    until(index + 1)
      .minus(until(index))
      .div(unit)
      .toFixed(),
  );
}
