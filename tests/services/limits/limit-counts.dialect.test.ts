import { describe, expect, test } from "vitest";
import { databaseLimitStore } from "#app/database/queries/limit-counts.server.ts";
import { deleteOldRows } from "#app/jobs/retentions.server.ts";
import { LimitCount } from "#app/models/index.server.ts";

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
      expect(msLeft).toBeLessThanOrEqual(60_000);
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
