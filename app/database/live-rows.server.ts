import { LRUCache } from "lru-cache";
import { SECOND } from "#app/lib/dates.ts";
import { runForAll } from "#app/lib/deadline.server.ts";
import { resolveWithin } from "#app/lib/resolve-within.ts";
import { onChange, type Topic } from "./announcements.server.ts";

/** Changes are announced; this is for one that no process was told of. */
export const LIVE_MS = 10 * SECOND;
/** If the database takes longer, what was known last is given. */
const WAIT_MS = 300;

type Entry<Value> = {
  until: number;
  /** As it was last loaded; undefined before. */
  known: Value | null | undefined;
  loading: { since: number; value: Promise<Value | null> } | null;
};

export type LiveRows<Value> = {
  has(key: string): boolean;
  /** Null for what is not there. While the database does not respond, what was known last. */
  find(key: string, now?: number): Promise<Value | null>;
  forget(key: string): void;
};

/** Keeps what public addresses are answered from in memory, as the database has it. */
export function createLiveRows<Value extends object>({
  topics,
  max,
  load,
}: {
  /** What announces a change. */
  topics: readonly Topic[];
  max: number;
  load: (key: string) => Promise<Value | null>;
}): LiveRows<Value> {
  const cache = new LRUCache<string, Entry<Value>>({ max });

  onChange((changed) => {
    if (!changed.some((topic) => topics.includes(topic))) return;
    // New entries, because one that is loading could be loading what was before.
    // From the one that was read first, so that their order stays.
    for (const key of [...cache.rkeys()])
      cache.set(key, { until: 0, known: cache.peek(key)?.known, loading: null });
  });

  const startLoading = (key: string, entry: Entry<Value>, since: number) => {
    const value = runForAll(() => load(key))
      .then((loaded) => {
        entry.known = loaded;
        entry.until = since + LIVE_MS;
        return loaded;
      })
      .catch((error: unknown) => {
        if (entry.known !== undefined) {
          entry.until = since + LIVE_MS;
          return entry.known;
        }
        if (cache.get(key) === entry) cache.delete(key);
        throw error;
      })
      .finally(() => {
        entry.loading = null;
      });
    return { since, value };
  };

  return {
    has: (key) => cache.has(key),
    forget: (key) => {
      cache.delete(key);
    },
    async find(key, now = Date.now()) {
      const entry: Entry<Value> = cache.get(key) ?? { until: 0, known: undefined, loading: null };
      if (entry.known !== undefined && entry.until > now) return entry.known;
      cache.set(key, entry);
      const { known } = entry;
      entry.loading ??= startLoading(key, entry, now);
      const { since, value } = entry.loading;
      return known === undefined ? value : resolveWithin(value, Math.max(0, since + WAIT_MS - now), known);
    },
  };
}
