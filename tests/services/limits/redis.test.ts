import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { databaseLimitStore } from "#app/database/queries/limit-counts.server.ts";
import { createMemoryStore } from "#app/lib/limit-store.server.ts";
import { log } from "#app/lib/log.server.ts";
import { connectRedis, type Redis } from "#app/lib/redis.server.ts";
import { LimitCount } from "#app/models/index.server.ts";
import { createRedisLimitStore } from "#app/services/limits/redis-limit-store.server.ts";
import { createOwner, unique } from "../../factories/index.ts";
import { type App, startApp, stopIdleApp } from "../../servers/app.ts";
import { hasRedis, type RedisServer, startRedisServer } from "../../servers/redis.ts";
import { send } from "../../support/client.ts";
import { eventually } from "../../support/eventually.ts";

// It would add its counts to the database, too.
beforeAll(stopIdleApp);

// With CI=true a missing server is a failure.
describe.runIf(hasRedis || process.env.CI)("counts in Redis", () => {
  let redis: RedisServer;
  let clients: Redis[];
  let counter: { name: string; key: string; seconds: number };
  const level = log.level;
  beforeAll(async () => {
    redis = await startRedisServer();
    clients = [connectRedis(redis.url), connectRedis(redis.url)];
    log.level = "silent";
  });
  afterAll(async () => {
    log.level = level;
    for (const client of clients) client.close();
    await redis.stop();
  });
  beforeEach(() => {
    counter = { name: "test", key: unique(), seconds: 60 };
  });
  const add = (index: 0 | 1, by: 1 | -1 = 1) =>
    createRedisLimitStore(clients[index] as Redis, databaseLimitStore).add(counter, by);
  const countsInRedis = () =>
    eventually(async () => {
      await LimitCount.destroy({ where: {} });
      await add(0);
      await add(1);
      expect(await LimitCount.count()).toBe(0);
    });

  test("counts in Redis are shared by all who use it, added to and taken back", async () => {
    // On a busy machine Redis may respond too late, which counts in the database.
    await eventually(async () => {
      await LimitCount.destroy({ where: {} });
      counter.key = unique();
      expect([(await add(0)).points, (await add(1)).points]).toEqual([1, 2]);
      const { points, msLeft } = await add(0, -1);
      expect([points, msLeft > 30_000, msLeft <= 60_000]).toEqual([1, true, true]);
      expect(await LimitCount.count()).toBe(0);
    });
  });

  test("counts in Redis go on in the database while Redis is frozen or gone, and in Redis once it is back", async () => {
    await countsInRedis();
    redis.freeze();
    await add(0);
    expect(await LimitCount.count()).toBe(1);
    await redis.stop();
    await add(1);
    expect(await LimitCount.findOne()).toMatchObject({ points: 2 });
    await redis.start();
    await LimitCount.destroy({ where: {} });
    await eventually(async () => {
      await LimitCount.destroy({ where: {} });
      await add(0);
      expect(await LimitCount.count()).toBe(0);
    });
  });

  test("counts in Redis go on in memory for the limits that need no more", async () => {
    await redis.stop();
    const store = createRedisLimitStore(clients[0] as Redis, createMemoryStore());
    expect((await store.add(counter, 1)).points).toBe(1);
    expect((await store.add(counter, 1)).points).toBe(2);
    expect(await LimitCount.count()).toBe(0);
    await redis.start();
  });

  test("counts in Redis limit wrong passwords over all servers with REDIS_URL", async () => {
    const owner = await createOwner({ password: "correct horse battery" });
    const env = { RATE_LIMIT_SCALE: "1", REDIS_URL: redis.url };
    const databaseUrl = process.env.DATABASE_URL ?? "";
    const apps: App[] = await Promise.all([1, 2].map(() => startApp({ databaseUrl, env })));
    try {
      const json = { usernameOrEmail: owner.email, password: "a guess" };
      const statuses: number[] = [];
      for (let index = 0; index < 12; index++) {
        const { url } = apps[index % 2] as App;
        statuses.push((await send(`${url}/api/auth/login`, { json })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
      expect(await LimitCount.count()).toBe(0);
    } finally {
      expect(await Promise.all(apps.map((app) => app.kill("SIGTERM")))).toEqual([0, 0]);
    }
  });
});
