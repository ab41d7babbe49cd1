import { afterEach, inject } from "vitest";
import { isSqliteServer, type TestDatabase } from "../setup/databases.ts";
import { queryAll, queryDatabase } from "./query-database.ts";

/** Drops what a test has made. It returns a function that keeps a new database for that and gives its address. */
export function dropDatabasesAfterEach(): (making: Promise<TestDatabase>) => Promise<string> {
  let made: TestDatabase[] = [];
  afterEach(async () => {
    for (const database of made) await database.drop();
    made = [];
  });
  return async (making) => {
    const database = await making;
    made.push(database);
    return database.url;
  };
}

export async function listTables(url: string): Promise<string[]> {
  const rows = await queryDatabase(
    url,
    isSqliteServer(inject("databaseServer"))
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
      : "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'",
  );
  return rows
    .map(({ name }) => String(name))
    .filter((name) => !["SequelizeMeta", "locks"].includes(name))
    .sort();
}

export async function seenIn(url: string): Promise<string[]> {
  const rows = await queryDatabase(url, "SELECT name FROM SequelizeMeta");
  return rows.map(({ name }) => String(name)).sort();
}

/** All rows, those of the migrations among them. */
export async function readRows(url: string): Promise<Record<string, string[]>> {
  const tables = [...(await listTables(url)), "SequelizeMeta"];
  const found = await queryAll(
    url,
    tables.map((table) => `SELECT * FROM \`${table}\``),
  );
  return Object.fromEntries(
    tables.map((table, at) => [table, (found[at] ?? []).map((row) => JSON.stringify(row)).sort()]),
  );
}
