import { retryRead } from "#app/database/connection.server.ts";
import { DAY, SECOND } from "#app/lib/dates.ts";
import type { EuroRates } from "#app/lib/exchange.ts";
import { ExchangeRate, RateSource } from "#app/models/index.server.ts";
import { BANK } from "./refresh-rates.server.ts";
import { SNAPSHOT } from "./snapshot.ts";

export type Rates = {
  rates: EuroRates;
  /** The bank's day of these rates. */
  day: string;
  /** Null while the rates that ship with the product are used. */
  lastUpdated: Date | null;
  nextUpdate: Date | null;
  /** The next update is overdue or unknown, or the day is so old that the bank must have published since. */
  isStale: boolean;
  /** Why the last fetch failed; null if it succeeded. */
  error: string | null;
};

/** The bank's longest pause is five days, at Easter. */
const SILENT_MS = 7 * DAY;
/** Every page reads the rates; they change once a day. */
const KEPT_MS = 30 * SECOND;

let kept: { until: number; rates: Promise<Omit<Rates, "isStale">> } | undefined;

/** Clears this process's cache. */
export function invalidateRates(): void {
  kept = undefined;
}

/** The last known exchange rates, at first those that ship with the product. */
export async function getRates(now = new Date()): Promise<Rates> {
  if (!kept || kept.until <= now.getTime()) {
    const previous = kept;
    const rates = loadRates().catch((error: unknown) => {
      if (previous) return previous.rates;
      kept = undefined;
      throw error;
    });
    kept = { until: now.getTime() + KEPT_MS, rates };
  }
  const known = await kept.rates;
  const { day, nextUpdate } = known;
  const isStale = nextUpdate === null || nextUpdate <= now || now.getTime() - Date.parse(day) > SILENT_MS;
  return { ...known, isStale };
}

async function loadRates(): Promise<Omit<Rates, "isStale">> {
  const source = await retryRead(() => RateSource.findByPk(BANK));
  if (!source?.day) {
    return { ...SNAPSHOT, lastUpdated: null, nextUpdate: null, error: source?.lastError ?? null };
  }
  const rows = await retryRead(() => ExchangeRate.findAll({ where: { day: source.day as string } }));
  return {
    rates: Object.fromEntries(rows.map(({ currency, perEuro }) => [currency, perEuro])),
    day: source.day,
    lastUpdated: source.fetchedAt,
    nextUpdate: source.nextUpdateAt,
    error: source.lastError,
  };
}
