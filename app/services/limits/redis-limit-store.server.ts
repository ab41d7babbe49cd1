import { RateLimiterRedis } from "rate-limiter-flexible";
import { createLimiterStore, type LimitStore } from "#app/lib/limit-store.server.ts";
import type { Redis } from "#app/lib/redis.server.ts";
import { keyedHash } from "#app/lib/secrets.server.ts";

/** Counts in Redis, or in `fallback` while Redis does not respond. */
export function createRedisLimitStore(redis: Redis, fallback: LimitStore): LimitStore {
  const store = createLimiterStore(
    (name, duration) =>
      new RateLimiterRedis({
        storeClient: redis.client,
        useRedisPackage: true,
        keyPrefix: `attesto:limit:${name}`,
        points: 1,
        duration,
      }),
  );
  return {
    async add(counter, by) {
      try {
        // A key can be an email or IP address, which Redis must not contain.
        return await redis.run(() => store.add({ ...counter, key: keyedHash("limit", counter.key) }, by));
      } catch {
        return fallback.add(counter, by);
      }
    },
  };
}
