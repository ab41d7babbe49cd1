import { beforeEach, describe, expect, test } from "vitest";
import { createSharedLimitStore, databaseLimitStore } from "#app/database/queries/limit-counts.server.ts";
import { deleteOldRows } from "#app/jobs/retentions.server.ts";
import { LimitCount } from "#app/models/index.server.ts";
import { unique } from "../../factories/index.ts";
import { eventually } from "../../support/eventually.ts";

const counter = { name: "test", key: "somebody@example.com", seconds: 60 };
const count = (by: 1 | -1 = 1, key = counter.key) => databaseLimitStore.add({ ...counter, key }, by);
const expire = () => LimitCount.update({ expiresAt: new Date(Date.now() - 2_000) }, { where: {} });

describe("count in the database", () => {
  test("a count in the database adds up, also for twenty at the same time, and ends with the window of the first one", async () => {
    const counts = await Promise.all(Array.from({ length: 20 }, () => count()));
    expect(counts.map(({ points }) => points).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    for (const { msLeft } of counts) {
      expect(msLeft).toBeGreaterThan(30_000);
      // The first of them may have begun some milliseconds later than another one.
      expect(msLeft).toBeLessThan(61_000);
    }
  });

  test("a count in the database is one for each name and key", async () => {
    await count();
    expect((await count(1, "other@example.com")).points).toBe(1);
    expect((await databaseLimitStore.add({ ...counter, name: "other" }, 1)).points).toBe(1);
  });

  test("a count in the database starts again once its window has ended", async () => {
    await count();
    await count();
    await expire();
    const { points, msLeft } = await count();
    expect([points, msLeft > 30_000]).toEqual([1, true]);
  });

  test("a count in the database that was refunded to zero begins a window of its own", async () => {
    await count();
    await LimitCount.update({ expiresAt: new Date(Date.now() + 5_000) }, { where: {} });
    expect((await count()).msLeft).toBeLessThan(6_000);
    await count(-1);
    await count(-1);
    const { points, msLeft } = await count();
    expect([points, msLeft > 30_000]).toEqual([1, true]);
  });

  test("a count in the database is refunded, never below zero, and not in a window that has ended", async () => {
    await count();
    await count();
    expect((await count(-1)).points).toBe(1);
    await count(-1);
    expect((await count(-1)).points).toBe(0);
    await count();
    await expire();
    await count(-1);
    expect((await LimitCount.findOne())?.points).toBe(1);
  });

  test("a count in the database holds no address, and is deleted when its window has ended", async () => {
    await count();
    expect(JSON.stringify(await LimitCount.findAll())).not.toContain("somebody");
    await deleteOldRows("expired limit counts");
    expect(await LimitCount.count()).toBe(1);
    await expire();
    await deleteOldRows("expired limit counts");
    expect(await LimitCount.count()).toBe(0);
  });
});

describe("count that processes add to the database together", () => {
  let counter: { name: string; key: string; seconds: number };
  beforeEach(() => {
    counter = { name: "shared", key: `${unique()}@example.com`, seconds: 60 };
  });
  const inDatabase = async () => (await LimitCount.findOne())?.points;

  test("a count that processes add to the database together is known to the others soon, and nobody waits for it", async () => {
    const [here, there] = [createSharedLimitStore(), createSharedLimitStore()];
    await here.add(counter, 1);
    expect((await here.add(counter, 1)).points).toBe(2);
    await eventually(async () => expect(await inDatabase()).toBe(2));
    expect((await there.add(counter, 1)).points).toBe(1);
    await eventually(async () => expect(await inDatabase()).toBe(3));
    expect((await there.add(counter, 1)).points).toBe(4);
    await there.add(counter, -1);
    await eventually(async () => expect(await inDatabase()).toBe(3));
    expect((await here.add(counter, 1)).points).toBeLessThanOrEqual(4);
  });

  test("a count that processes add to the database together holds no address", async () => {
    await createSharedLimitStore().add(counter, 1);
    await eventually(async () => expect(await inDatabase()).toBe(1));
    expect(JSON.stringify(await LimitCount.findAll())).not.toContain("example.com");
  });

  test("a count that processes add to the database together starts again once its window has ended", async () => {
    const store = createSharedLimitStore();
    await store.add({ ...counter, seconds: 1 }, 1);
    await store.add({ ...counter, seconds: 1 }, 1);
    await eventually(async () => expect((await store.add({ ...counter, seconds: 1 }, 1)).points).toBe(1));
  });
});
