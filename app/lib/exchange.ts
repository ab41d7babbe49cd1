import { Decimal } from "decimal.js";
import { currencyDigits, isCurrency } from "./money.ts";

/** How many units of each currency one euro is, as decimal text; the euro itself is not in it. */
export type EuroRates = Readonly<Record<string, string>>;

/** So many that the largest amount loses nothing by them. */
const RATE_DIGITS = 20;
const Rate = Decimal.clone({ precision: 40 });

const perEuro = (currency: string, rates: EuroRates) =>
  currency === "EUR" ? "1" : Object.hasOwn(rates, currency) ? rates[currency] : undefined;

/** Whether the bank names a rate of the currency; the euro is its own. */
export const hasRate = (currency: string, rates: EuroRates): boolean =>
  perEuro(currency, rates) !== undefined;

/** How many units of `to` one unit of `from` is, with twenty significant digits, or null where the bank names no rate. */
export function rateBetween(from: string, to: string, rates: EuroRates): string | null {
  if (from === to) return "1";
  const [ofFrom, ofTo] = [perEuro(from, rates), perEuro(to, rates)];
  if (!ofFrom || !ofTo) return null;
  return new Rate(ofTo).div(ofFrom).toSignificantDigits(RATE_DIGITS).toFixed();
}

/** An amount in another currency, rounded half-even at that currency's own digits. */
export function exchange(amount: string, rate: string, to: string): string {
  return new Rate(amount).mul(rate).toFixed(currencyDigits(to), Decimal.ROUND_HALF_EVEN);
}

/** An amount as it is in another currency by today's rates, or null where the bank names no rate. */
export function convert(
  { amount, currency }: { amount: string; currency: string },
  to: string,
  rates: EuroRates,
): string | null {
  if (!isCurrency(currency) || !isCurrency(to)) return null;
  const rate = rateBetween(currency, to, rates);
  return rate && exchange(amount, rate, to);
}
