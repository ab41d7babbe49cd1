import type { EuroRates } from "#app/lib/exchange.ts";
import type { RatesResponse } from "#app/schemas/exchange-rates.ts";

type Rates = {
  rates: EuroRates;
  day: string;
  lastUpdated: Date | null;
  nextUpdate: Date | null;
  isStale: boolean;
};

/** The rates for programs: numbers, as in the bank's file. */
export function presentRates({ rates, day, lastUpdated, nextUpdate, isStale }: Rates): RatesResponse {
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
