import { type ExchangeRates, exchange, rateBetween } from "#app/lib/exchange.ts";
import type { ConvertAmount } from "./types.ts";

/** Converts at today's rates, which are near enough to those of the last weeks. */
export function createConverter(rates: ExchangeRates): ConvertAmount {
  const known = new Map<string, string | null>();
  return (amount, from, to) => {
    const pair = `${from} ${to}`;
    const rate = known.get(pair) ?? rateBetween(from, to, rates);
    known.set(pair, rate);
    return rate && exchange(amount, rate, to);
  };
}
