import { isSqlite } from "#app/database/connection.server.ts";
import { createSharedLimitStore, databaseLimitStore } from "#app/database/queries/limit-counts.server.ts";
import { createMemoryStore, type LimitStore } from "#app/lib/limit-store.server.ts";
import { setLimitStores } from "#app/lib/rate-limiter.server.ts";
import type { Redis } from "#app/lib/redis.server.ts";
import { createRedisLimitStore } from "./redis-limit-store.server.ts";

/**
 * Durable limits count in Redis, otherwise in the database. The others count in Redis, otherwise in memory, which
 * all processes add to the database together; the file of SQLite has one process.
 */
export function openLimitStores(redis: Redis | null): void {
  const inRedis = (fallback: LimitStore) => (redis ? createRedisLimitStore(redis, fallback) : fallback);
  setLimitStores({
    durable: inRedis(databaseLimitStore),
    fast: inRedis(isSqlite ? createMemoryStore() : createSharedLimitStore()),
  });
}
