import { expect, test } from "vitest";
import { withMigrationLock } from "#app/database/migrate.server.ts";

const times = { lockMs: 600, waitMs: 1_500 };

test("the migration lock holds for as long as a migration runs", async () => {
  let end = () => {};
  const running = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = withMigrationLock(() => running, times);
  await expect(withMigrationLock(async () => "second", times)).rejects.toThrow("migration lock");
  end();
  await first;
  expect(await withMigrationLock(async () => "third", times)).toBe("third");
});
