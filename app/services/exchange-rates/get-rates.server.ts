import { DAY, SECOND } from "#app/lib/dates.ts";
import type { EuroRates } from "#app/lib/exchange.ts";
import { ExchangeRate, RateSource, reading } from "#app/models/index.server.ts";
import { BANK } from "./refresh-rates.server.ts";
import { SNAPSHOT } from "./snapshot.ts";

export type Rates = {
  rates: EuroRates;
  /** The bank's day that they are of. */
  day: string;
  /** When they were fetched; null while only those serve that ship with the product. */
  lastUpdated: Date | null;
  nextUpdate: Date | null;
  /** Past the next update, or that is unknown; or of a day so long ago that the bank must have published since. */
  isStale: boolean;
  /** Why the last fetch failed, in words; null when it did not. */
  error: string | null;
};

/** The longest that the bank is silent are the five days of Easter. */
const SILENT_MS = 7 * DAY;
/** Pages ask for them all the time and they change once a day. */
const KEPT_MS = 30 * SECOND;

let kept: { until: number; rates: Promise<Omit<Rates, "isStale">> } | undefined;

/** Forgets what this process keeps of the rates. */
export function forgetRates(): void {
  kept = undefined;
}

/** The last known exchange rates; those that ship with the product until the bank's were fetched once. */
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
  const source = await reading(() => RateSource.findByPk(BANK));
  if (!source?.day) {
    return { ...SNAPSHOT, lastUpdated: null, nextUpdate: null, error: source?.lastError ?? null };
  }
  const rows = await reading(() => ExchangeRate.findAll({ where: { day: source.day as string } }));
  return {
    rates: Object.fromEntries(rows.map(({ currency, perEuro }) => [currency, perEuro])),
    day: source.day,
    lastUpdated: source.fetchedAt,
    nextUpdate: source.nextUpdateAt,
    error: source.lastError,
  };
}
