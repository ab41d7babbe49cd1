import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, inject, test } from "vitest";
import { migrations } from "../../../migrations/index.ts";
import { runMigrate } from "../../setup/databases.ts";
import { environment } from "../../setup/environment.ts";
import { dropDatabasesAfterEach, readRows, seenIn } from "../../support/migrated-database.ts";
import { restoreVersion01 } from "../../support/version-0-1.ts";

const server = inject("databaseServer");
const names = migrations.map(({ name }) => name);
const projectFile = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const getUrl = dropDatabasesAfterEach();
const oldDatabase = () => getUrl(restoreVersion01(server));

const toLines = (printed: string) => printed.trim().split("\n");

describe("database of version 0.1.0", () => {
  test("a killed migration of version 0.1.0 loses nothing, and the next run completes it", async () => {
    const url = await oldDatabase();
    const before = await readRows(url);
    const killed = promisify(execFile)(
      process.execPath,
      ["--import", "tsx", projectFile("tests/support/killed-migrate.ts"), "COMMIT"],
      { env: { ...process.env, ...environment, DATABASE_URL: url } },
    );
    await expect(killed).rejects.toMatchObject({ signal: "SIGKILL" });
    expect(await readRows(url)).toEqual(before);
    // The next run says for whom it waits, and takes over within fifteen seconds.
    const printed = await runMigrate(url);
    expect(printed).toMatch(/^Process \d+ on \S+ holds the migration lock until [\d:]{8} UTC/);
    expect(printed).toContain(`submissions: ${before.submissions?.length} rows before`);
    expect(await seenIn(url)).toEqual([...names].sort());
  });

  test("a database of version 0.1.0 is migrated once when two processes start together", async () => {
    const url = await oldDatabase();
    const printed = await Promise.all([runMigrate(url), runMigrate(url)]);
    expect(printed.filter((text) => text.includes("Rows before and after"))).toHaveLength(1);
    expect(printed.map((text) => toLines(text).at(-1))).toContain("Nothing to migrate.");
  });
});
