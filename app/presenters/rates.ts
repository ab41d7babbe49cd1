import type { EuroRates } from "#app/lib/exchange.ts";
import type { RatesAnswer } from "#app/schemas/currency.ts";

type Rates = {
  rates: EuroRates;
  day: string;
  lastUpdated: Date | null;
  nextUpdate: Date | null;
  isStale: boolean;
};

/** The rates as programs read them: numbers, as the bank's file has them. */
export function presentRates({ rates, day, lastUpdated, nextUpdate, isStale }: Rates): RatesAnswer {
  return {
    base: "EUR",
    date: day,
    exchangeRates: Object.fromEntries(
      Object.entries(rates).map(([currency, perEuro]) => [currency, Number(perEuro)]),
    ),
    lastUpdated: lastUpdated?.toISOString() ?? null,
    nextUpdate: nextUpdate?.toISOString() ?? null,
    isStale,
  };
}
