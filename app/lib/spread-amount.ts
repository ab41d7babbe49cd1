import Decimal from "decimal.js-light";
import { currencyDigits } from "./money.ts";

const Sum = Decimal.clone({ precision: 40 });

/**
 * Spreads an amount evenly over days. The parts have the currency's digits, and their sum is the amount:
 * what does not divide is in the first days.
 */
export function spreadAmount(amount: string, currency: string, days: number): string[] {
  const digits = Math.max(currencyDigits(currency), new Sum(amount).decimalPlaces());
  const total = new Sum(amount).mul(new Sum(10).pow(digits));
  const part = total.div(days).todp(0, Decimal.ROUND_DOWN);
  const left = total.minus(part.mul(days)).toNumber();
  const unit = left < 0 ? -1 : 1;
  return Array.from({ length: days }, (_, index) =>
    part
      .plus(index < Math.abs(left) ? unit : 0)
      .div(new Sum(10).pow(digits))
      .toFixed(),
  );
}
