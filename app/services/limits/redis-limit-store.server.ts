import { createClient } from "@redis/client";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { SECOND } from "#app/lib/dates.ts";
import { createLimiterStore, type LimitStore } from "#app/lib/limit-store.server.ts";
import { log } from "#app/lib/log.server.ts";
import { keyedHash } from "#app/lib/secrets.server.ts";

/** A slower response counts as none, because every request waits for its count. */
const RESPONSE_MAX_MS = 300;
/** After a failure, Redis is not asked for this long. */
const PAUSE_MS = SECOND;

export type RedisLimitStores = {
  /** Counts in Redis, or in `fallback` while Redis does not respond. */
  withFallback(fallback: LimitStore): LimitStore;
  close(): void;
};

/** Connects in the background, and again whenever the connection is lost. */
export function connectRedisLimitStores(url: string): RedisLimitStores {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, 5 * SECOND) },
  });
  client.on("error", (error: Error) => log.warn({ err: error }, "Redis cannot be reached"));
  // The error event logs the reason, and the client tries again.
  client.connect().catch(() => undefined);
  const store = createLimiterStore(
    (name, duration) =>
      new RateLimiterRedis({
        storeClient: client,
        useRedisPackage: true,
        keyPrefix: `attesto:limit:${name}`,
        points: 1,
        duration,
      }),
  );
  let pausedUntil = 0;
  return {
    withFallback: (fallback) => ({
      async add(counter, by) {
        if (!client.isReady || Date.now() < pausedUntil) return fallback.add(counter, by);
        try {
          // A key can be an email or IP address, which Redis must not contain.
          return await inTime(store.add({ ...counter, key: keyedHash("limit", counter.key) }, by));
        } catch (error) {
          pausedUntil = Date.now() + PAUSE_MS;
          log.warn({ err: error }, "Redis did not count");
          return fallback.add(counter, by);
        }
      },
    }),
    close: () => client.destroy(),
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no response in time")), RESPONSE_MAX_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
    // It may still fail after the timeout.
    work.catch(() => undefined);
  }
}
