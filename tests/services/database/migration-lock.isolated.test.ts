import { expect, test } from "vitest";
import { sequelize } from "#app/database/connection.server.ts";
import { type Progress, withMigrationLock } from "#app/database/migrate.server.ts";

const times = { lockMs: 600, waitMs: 1_500 };

test("the migration lock holds for as long as a migration runs", async () => {
  let end = () => {};
  const running = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = withMigrationLock(() => running, times);
  const told: Progress[] = [];
  const report = (progress: Progress) => told.push(progress);
  const second = withMigrationLock(async () => "second", { ...times, report });
  await expect(second).rejects.toThrow(/^Process \d+ on \S+ still holds the migration lock/);
  expect(told).toEqual([
    {
      kind: "waiting",
      holder: expect.stringMatching(`^Process ${process.pid} on `),
      until: expect.any(Date),
    },
  ]);
  end();
  await first;
  expect(await withMigrationLock(async () => "third", times)).toBe("third");
});

test("a migration does not go on once another process has its lock", async () => {
  const interrupted = withMigrationLock(async ({ assertHeld }) => {
    await sequelize.query("UPDATE locks SET token = '7@other#x'");
    await assertHeld();
  }, times);
  await expect(interrupted).rejects.toThrow("Process 7 on other took the migration lock");
  await sequelize.query("UPDATE locks SET token = NULL, heldUntil = NULL");
});

test("the lock of a killed migration ends within fifteen seconds", async () => {
  await withMigrationLock(async () => {
    const [rows] = await sequelize.query("SELECT heldUntil FROM locks WHERE name = 'migrations'");
    const [row] = rows as { heldUntil: string | Date }[];
    expect(new Date(row?.heldUntil ?? 0).getTime() - Date.now()).toBeLessThanOrEqual(15_000);
  });
});
