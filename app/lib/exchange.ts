import Decimal from "decimal.js-light";
import { currencyDigits, isCurrency } from "./money.ts";

/** Units of each currency per euro, as decimal strings, without the euro itself. */
export type EuroRates = Readonly<Record<string, string>>;

/** One unit of `from` is `rate` units of `to`, as the owner says. */
export type PairRate = { from: string; to: string; rate: string };

export type ExchangeRates = Readonly<{
  /** The bank's, and those of `linked`. */
  perEuro: EuroRates;
  /** Before the bank's for their pairs, in both directions. */
  own: readonly PairRate[];
  /** The currencies that only own rates lead to. */
  linked: readonly string[];
}>;

/** Enough digits to convert the largest amount without loss. */
const RATE_DIGITS = 20;
const Rate = Decimal.clone({ precision: 40 });

const getPerEuro = (currency: string, rates: EuroRates) =>
  currency === "EUR" ? "1" : Object.hasOwn(rates, currency) ? rates[currency] : undefined;

/** The order in which own rates lead to a currency that has several. */
const getAnchorRank = ({ from, to }: PairRate) => {
  const anchor = ["EUR", "USD"].findIndex((currency) => currency === from || currency === to);
  return `${anchor === -1 ? 2 : anchor} ${from} ${to}`;
};

/** The bank's rates with an owner's. A currency without a rate of the bank gets one by its own rate's other side. */
export function withOwnRates(bank: EuroRates, own: readonly PairRate[]): ExchangeRates {
  const perEuro: Record<string, string> = { ...bank };
  const linked: string[] = [];
  const open = own.toSorted((one, other) => (getAnchorRank(one) < getAnchorRank(other) ? -1 : 1));
  for (;;) {
    const next = open.find(
      ({ from, to }) => (getPerEuro(from, perEuro) === undefined) !== (getPerEuro(to, perEuro) === undefined),
    );
    if (!next) return { perEuro, own, linked };
    const { from, to, rate } = next;
    const [ofFrom, ofTo] = [getPerEuro(from, perEuro), getPerEuro(to, perEuro)];
    const currency = ofFrom ? to : from;
    const value = ofFrom ? new Rate(ofFrom).mul(rate) : new Rate(ofTo ?? 0).div(rate);
    perEuro[currency] = value.toFixed();
    linked.push(currency);
  }
}

/** Whether the bank or an own rate leads to the currency; always true for the euro. */
export const hasRate = (currency: string, { perEuro }: ExchangeRates): boolean =>
  getPerEuro(currency, perEuro) !== undefined;

const toRate = (rate: Decimal) => rate.toSignificantDigits(RATE_DIGITS).toFixed();

/**
 * Units of `to` per unit of `from`, with twenty significant digits; null without a rate.
 * @returns `isOwn`: an own rate is in it. `isOfBank`: a rate of the bank is
 */
export function findRate(
  from: string,
  to: string,
  { perEuro, own, linked }: ExchangeRates,
): { rate: string; isOwn: boolean; isOfBank: boolean } | null {
  if (from === to) return { rate: "1", isOwn: false, isOfBank: false };
  const pair = own.find((one) => one.from === from && one.to === to);
  if (pair) return { rate: toRate(new Rate(pair.rate)), isOwn: true, isOfBank: false };
  const inverse = own.find((one) => one.from === to && one.to === from);
  if (inverse) return { rate: toRate(new Rate(1).div(inverse.rate)), isOwn: true, isOfBank: false };
  const [ofFrom, ofTo] = [getPerEuro(from, perEuro), getPerEuro(to, perEuro)];
  if (!ofFrom || !ofTo) return null;
  const isOwn = linked.includes(from) || linked.includes(to);
  return { rate: toRate(new Rate(ofTo).div(ofFrom)), isOwn, isOfBank: true };
}

/** Units of `to` per unit of `from`; null without a rate. */
export const rateBetween = (from: string, to: string, rates: ExchangeRates): string | null =>
  findRate(from, to, rates)?.rate ?? null;

/** Those of some currencies that have no rate to another one, each once. */
export const findWithoutRate = (currencies: string[], to: string, rates: ExchangeRates): string[] =>
  [...new Set(currencies)].filter((currency) => rateBetween(currency, to, rates) === null);

/** Converts an amount, rounded half-even to the target currency's digits. */
export function exchange(amount: string, rate: string, to: string): string {
  return new Rate(amount).mul(rate).toFixed(currencyDigits(to), Decimal.ROUND_HALF_EVEN);
}

/** Converts an amount at today's rates; null without a rate. */
export function convert(
  { amount, currency }: { amount: string; currency: string },
  to: string,
  rates: ExchangeRates,
): string | null {
  if (!isCurrency(currency) || !isCurrency(to)) return null;
  const rate = rateBetween(currency, to, rates);
  return rate && exchange(amount, rate, to);
}
