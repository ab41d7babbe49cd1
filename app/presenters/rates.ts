import type { ExchangeRates } from "#app/lib/exchange.ts";
import type { OwnRate } from "#app/models/own-rate.server.ts";
import { ALWAYS } from "#app/models/own-rate.server.ts";
import type { OwnRateResponse, RatesResponse } from "#app/schemas/exchange-rates.ts";

type Rates = {
  rates: ExchangeRates;
  day: string;
  lastUpdated: Date | null;
  nextUpdate: Date | null;
  isStale: boolean;
};

/** The bank's rates for programs: numbers, as in its file. */
export function presentRates({ rates, day, lastUpdated, nextUpdate, isStale }: Rates): RatesResponse {
  return {
    base: "EUR",
    date: day,
    exchangeRates: Object.fromEntries(
      Object.entries(rates.perEuro).map(([currency, perEuro]) => [currency, Number(perEuro)]),
    ),
    lastUpdated: lastUpdated?.toISOString() ?? null,
    nextUpdate: nextUpdate?.toISOString() ?? null,
    isStale,
  };
}

export function presentOwnRate({
  id,
  fromCurrency,
  toCurrency,
  rate,
  validFrom,
  createdAt,
}: OwnRate): OwnRateResponse {
  const isPegged = validFrom === ALWAYS;
  return {
    id,
    from: fromCurrency,
    to: toCurrency,
    rate,
    isPegged,
    validFrom: isPegged ? null : validFrom,
    createdAt: createdAt.toISOString(),
  };
}
