import { Op } from "sequelize";
import { onChange } from "#app/database/announcements.server.ts";
import { retryRead } from "#app/database/connection.server.ts";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { runForAll } from "#app/lib/deadline.server.ts";
import { type EuroRates, type ExchangeRates, withOwnRates } from "#app/lib/exchange.ts";
import { resolveWithin } from "#app/lib/resolve-within.ts";
import { ExchangeRate, RateSource } from "#app/models/index.server.ts";
import { BANK } from "./refresh-rates.server.ts";
import { SNAPSHOT } from "./snapshot.ts";

export type Rates = {
  rates: ExchangeRates;
  /** The bank's day of these rates. */
  day: string;
  /** Null while the rates that ship with the product are used. */
  lastUpdated: Date | null;
  nextUpdate: Date | null;
  /** The next update is overdue or unknown, or the bank must have published since. */
  isStale: boolean;
  /** Why the last fetch failed; null if it succeeded. */
  error: string | null;
};

/** The bank's longest pause is five days, at Easter. */
const SILENT_MS = 7 * DAY;
/** Every page reads the rates; they change once a day, and a change is announced. */
const CACHE_MS = 30 * SECOND;
/** If the database takes longer, the last known rates are used. */
const WAIT_MS = 300;

type KnownRates = Omit<Rates, "isStale">;

let cache: { until: number; known: KnownRates | null; loading: Promise<KnownRates> } | undefined;

onChange((topics) => {
  if (topics.includes("rates")) cache = undefined;
});

/** The bank's last known exchange rates, at first those that ship with the product. */
export async function getRates(now = new Date()): Promise<Rates> {
  if (!cache || cache.until <= now.getTime())
    cache = startLoading(cache?.known ?? null, now.getTime() + CACHE_MS);
  const { known, loading } = cache;
  const rates = await (known
    ? resolveWithin(
        loading.catch(() => known),
        WAIT_MS,
        known,
      )
    : loading);
  const { day, nextUpdate } = rates;
  const isStale = nextUpdate === null || nextUpdate <= now || now.getTime() - Date.parse(day) > SILENT_MS;
  return { ...rates, isStale };
}

function startLoading(known: KnownRates | null, until: number): NonNullable<typeof cache> {
  const entry = { until, known, loading: runForAll(loadRates) };
  entry.loading.then(
    (loaded) => {
      entry.known = loaded;
    },
    () => {
      if (cache === entry && entry.known === null) cache = undefined;
    },
  );
  return entry;
}

async function loadRates(): Promise<KnownRates> {
  const source = await retryRead(() => RateSource.findByPk(BANK));
  if (!source?.day) {
    const { day, rates } = SNAPSHOT;
    return {
      day,
      rates: withOwnRates(rates, []),
      lastUpdated: null,
      nextUpdate: null,
      error: source?.lastError ?? null,
    };
  }
  return {
    rates: withOwnRates(await readDay(source.day), []),
    day: source.day,
    lastUpdated: source.fetchedAt,
    nextUpdate: source.nextUpdateAt,
    error: source.lastError,
  };
}

async function readDay(day: string): Promise<EuroRates> {
  const rows = await retryRead(() => ExchangeRate.findAll({ where: { day } }));
  return Object.fromEntries(rows.map(({ currency, perEuro }) => [currency, perEuro]));
}

/** The bank's rates that were known on a day, as far as they are kept. */
export async function getRatesOn(day: string): Promise<{ day: string; rates: EuroRates }> {
  const latest = await retryRead(() =>
    ExchangeRate.findOne({ where: { day: { [Op.lte]: day } }, order: [["day", "DESC"]] }),
  );
  return latest ? { day: latest.day, rates: await readDay(latest.day) } : SNAPSHOT;
}
