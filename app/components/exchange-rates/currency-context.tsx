import { createContext, useContext, useEffect, useMemo } from "react";
import { useRevalidate } from "#app/components/ui/use-revalidate.ts";
import { TIMER_MAX_MS } from "#app/lib/dates.ts";
import { type EuroRates, type ExchangeRates, type PairRate, withOwnRates } from "#app/lib/exchange.ts";
import type { RatesResponse } from "#app/schemas/exchange-rates.ts";

export type CurrencyData = {
  currency: string;
  rates: RatesResponse;
  /** The workspace's own that are valid today. */
  ownRates: PairRate[];
  /** Why newer rates could not be fetched, in words; null when they could. */
  error: string | null;
};

export type CurrencyContext = {
  currency: string;
  /** How many units of a currency one euro is, as decimal text. */
  exchangeRates: EuroRates;
  /** The bank's rates with the workspace's own: what amounts are converted at. */
  conversion: ExchangeRates;
  date: string;
  /** ISO times; null where unknown. */
  lastUpdated: string | null;
  nextUpdate: string | null;
  isStale: boolean;
  isLoading: boolean;
  error: string | null;
};

const Context = createContext<CurrencyContext | null>(null);

/** Null outside the dashboard: a visitor's amounts stay in the visitor's currency. */
export function useCurrency(): CurrencyContext | null {
  return useContext(Context);
}

/**
 * Provides the account's currency and the rates. An open page asks for new rates when the bank's next ones
 * are due.
 */
export function CurrencyProvider({ data, children }: { data: CurrencyData; children: React.ReactNode }) {
  const { revalidate, isRevalidating } = useRevalidate();
  const { currency, error, rates, ownRates } = data;
  const { nextUpdate } = rates;

  useEffect(() => {
    const dueInMs = nextUpdate === null ? 0 : Date.parse(nextUpdate) - Date.now();
    if (dueInMs <= 0) return;
    const timer = window.setTimeout(revalidate, Math.min(dueInMs, TIMER_MAX_MS));
    return () => window.clearTimeout(timer);
  }, [nextUpdate, revalidate]);

  const value = useMemo<CurrencyContext>(() => {
    const exchangeRates = Object.fromEntries(
      Object.entries(rates.exchangeRates).map(([code, perEuro]) => [code, String(perEuro)]),
    );
    return {
      currency,
      exchangeRates,
      conversion: withOwnRates(exchangeRates, ownRates),
      date: rates.date,
      lastUpdated: rates.lastUpdated,
      nextUpdate: rates.nextUpdate,
      isStale: rates.isStale,
      isLoading: isRevalidating,
      error,
    };
  }, [currency, error, rates, ownRates, isRevalidating]);
  return <Context.Provider value={value}>{children}</Context.Provider>;
}
