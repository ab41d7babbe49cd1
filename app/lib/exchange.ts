import Decimal from "decimal.js-light";
import { currencyDigits, isCurrency } from "./money.ts";

/** Units of each currency per euro, as decimal strings, without the euro itself. */
export type EuroRates = Readonly<Record<string, string>>;

/** Enough digits to convert the largest amount without loss. */
const RATE_DIGITS = 20;
const Rate = Decimal.clone({ precision: 40 });

const perEuro = (currency: string, rates: EuroRates) =>
  currency === "EUR" ? "1" : Object.hasOwn(rates, currency) ? rates[currency] : undefined;

/** Whether the bank publishes a rate for the currency; always true for the euro. */
export const hasRate = (currency: string, rates: EuroRates): boolean =>
  perEuro(currency, rates) !== undefined;

/** Units of `to` per unit of `from`, with twenty significant digits; null without a rate. */
export function rateBetween(from: string, to: string, rates: EuroRates): string | null {
  if (from === to) return "1";
  const [ofFrom, ofTo] = [perEuro(from, rates), perEuro(to, rates)];
  if (!ofFrom || !ofTo) return null;
  return new Rate(ofTo).div(ofFrom).toSignificantDigits(RATE_DIGITS).toFixed();
}

/** Converts an amount, rounded half-even to the target currency's digits. */
export function exchange(amount: string, rate: string, to: string): string {
  return new Rate(amount).mul(rate).toFixed(currencyDigits(to), Decimal.ROUND_HALF_EVEN);
}

/** Converts an amount at today's rates; null without a rate. */
export function convert(
  { amount, currency }: { amount: string; currency: string },
  to: string,
  rates: EuroRates,
): string | null {
  if (!isCurrency(currency) || !isCurrency(to)) return null;
  const rate = rateBetween(currency, to, rates);
  return rate && exchange(amount, rate, to);
}
