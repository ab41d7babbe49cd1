import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, inject, test } from "vitest";
import { migrations } from "../../../migrations/index.ts";
import { isSqliteServer, runMigrate, type TestDatabase } from "../../setup/databases.ts";
import { environment } from "../../setup/environment.ts";
import { queryAll, queryDatabase } from "../../support/query-database.ts";
import { restoreVersion01 } from "../../support/version-0-1.ts";

const server = inject("databaseServer");
const names = migrations.map(({ name }) => name);
const projectFile = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

let made: TestDatabase[] = [];
afterEach(async () => {
  for (const database of made) await database.drop();
  made = [];
});
async function getUrl(making: Promise<TestDatabase>): Promise<string> {
  const database = await making;
  made.push(database);
  return database.url;
}
const oldDatabase = () => getUrl(restoreVersion01(server));

const toLines = (printed: string) => printed.trim().split("\n");

async function listTables(url: string): Promise<string[]> {
  const rows = await queryDatabase(
    url,
    isSqliteServer(server)
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
      : "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()",
  );
  return rows
    .map(({ name }) => String(name))
    .filter((name) => !["SequelizeMeta", "locks"].includes(name))
    .sort();
}

async function seenIn(url: string): Promise<string[]> {
  const rows = await queryDatabase(url, "SELECT name FROM SequelizeMeta");
  return rows.map(({ name }) => String(name)).sort();
}

/** All rows, those of the migrations among them. */
async function readRows(url: string): Promise<Record<string, string[]>> {
  const tables = [...(await listTables(url)), "SequelizeMeta"];
  const found = await queryAll(
    url,
    tables.map((table) => `SELECT * FROM \`${table}\``),
  );
  return Object.fromEntries(
    tables.map((table, at) => [table, (found[at] ?? []).map((row) => JSON.stringify(row)).sort()]),
  );
}

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
