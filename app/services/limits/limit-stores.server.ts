import { databaseLimitStore } from "#app/database/queries/limit-counts.server.ts";
import { config } from "#app/env.server.ts";
import { createMemoryStore } from "#app/lib/limit-store.server.ts";
import { setLimitStores } from "#app/lib/rate-limiter.server.ts";
import { connectRedisLimitStores, type RedisLimitStores } from "./redis-limit-store.server.ts";

let redis: RedisLimitStores | null = null;

/** Durable limits count in Redis, otherwise in the database; the others in Redis, otherwise in memory. */
export function openLimitStores(): void {
  redis = config.redisUrl === null ? null : connectRedisLimitStores(config.redisUrl);
  const memory = createMemoryStore();
  setLimitStores({
    durable: redis?.withFallback(databaseLimitStore) ?? databaseLimitStore,
    fast: redis?.withFallback(memory) ?? memory,
  });
}

export function closeLimitStores(): void {
  redis?.close();
  redis = null;
}
