import mysql from "mysql2/promise";
import sqlite3 from "sqlite3";
import { afterEach, describe, expect, inject, test } from "vitest";
import { migrations } from "../../../migrations/index.ts";
import { startApp } from "../../servers/app.ts";
import { createDatabase, isSqliteServer, runMigrate, type TestDatabase } from "../../setup/databases.ts";

const server = inject("databaseServer");
const names = migrations.map(({ name }) => name);

let made: TestDatabase[] = [];
afterEach(async () => {
  for (const database of made) await database.drop();
  made = [];
});
async function emptyDatabase(): Promise<string> {
  const database = await createDatabase(server, { isMigrated: false });
  made.push(database);
  return database.url;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  if (!isSqliteServer(server)) {
    const connection = await mysql.createConnection(url);
    const [rows] = await connection.query(sql);
    await connection.end();
    return rows as Record<string, unknown>[];
  }
  const database = new sqlite3.Database(url.slice("sqlite:".length));
  try {
    return await new Promise((resolve, reject) => {
      database.all(sql, (error: Error | null, rows: Record<string, unknown>[]) =>
        error ? reject(error) : resolve(rows),
      );
    });
  } finally {
    await new Promise((resolve) => database.close(resolve));
  }
}

/** Everything the schema says of itself: tables, columns, keys. */
async function schemaOf(url: string): Promise<string[]> {
  const rows = isSqliteServer(server)
    ? await query(
        url,
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND tbl_name NOT IN ('SequelizeMeta', 'locks')",
      )
    : [
        ...(await query(
          url,
          "SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, COLLATION_NAME, IS_NULLABLE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME NOT IN ('SequelizeMeta', 'locks')",
        )),
        ...(await query(
          url,
          "SELECT TABLE_NAME, INDEX_NAME, NON_UNIQUE, SEQ_IN_INDEX, COLUMN_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME NOT IN ('SequelizeMeta', 'locks')",
        )),
      ];
  return rows.map((row) => JSON.stringify(row)).sort();
}

describe("the migrations", () => {
  test("run up, down and up again, and leave the same schema", async () => {
    const url = await emptyDatabase();
    expect((await runMigrate(url)).trim().split("\n")).toEqual(names.map((name) => `up  ${name}`));
    const schema = await schemaOf(url);
    expect((await runMigrate(url, "down", "--all")).trim().split("\n")).toEqual(
      [...names].reverse().map((name) => `down  ${name}`),
    );
    expect(await schemaOf(url)).toEqual([]);
    await runMigrate(url);
    expect(await schemaOf(url)).toEqual(schema);
  });

  test("take back the last one alone", async () => {
    const url = await emptyDatabase();
    await runMigrate(url);
    const schema = await schemaOf(url);
    expect((await runMigrate(url, "down")).trim()).toBe(`down  ${names.at(-1)}`);
    expect((await runMigrate(url)).trim()).toBe(`up  ${names.at(-1)}`);
    expect(await schemaOf(url)).toEqual(schema);
  });

  test("do nothing the second time", async () => {
    const url = await emptyDatabase();
    await runMigrate(url);
    expect((await runMigrate(url)).trim()).toBe("Nothing to migrate.");
  });

  test("can be run again after a kill between two steps: each does what is missing", async () => {
    const url = await emptyDatabase();
    await runMigrate(url);
    const schema = await schemaOf(url);
    // As after a kill: done, and not written down as done.
    await query(url, "DELETE FROM SequelizeMeta");
    expect((await runMigrate(url)).trim().split("\n")).toHaveLength(names.length);
    expect(await schemaOf(url)).toEqual(schema);
  });

  test("run once when two processes start them together", async () => {
    const url = await emptyDatabase();
    const printed = await Promise.all([runMigrate(url), runMigrate(url)]);
    expect(printed.map((text) => text.trim().split("\n").length).sort((a, b) => a - b)).toEqual([
      1,
      names.length,
    ]);
    expect(printed.join("")).toContain("Nothing to migrate.");
  });

  test("that are missing stop the start with a sentence", async () => {
    const url = await emptyDatabase();
    await expect(startApp({ databaseUrl: url })).rejects.toThrow(
      `The database lacks ${names.length} migrations, ${names[0]} first. Run npm run migrate.`,
    );
    await runMigrate(url);
    await runMigrate(url, "down");
    await expect(startApp({ databaseUrl: url })).rejects.toThrow(
      `The database lacks 1 migrations, ${names.at(-1)} first.`,
    );
  });

  test("that disappear under a running server make it not ready", async () => {
    const url = await emptyDatabase();
    await runMigrate(url);
    const app = await startApp({ databaseUrl: url, env: { RUN_WORKER: "no" } });
    const ready = async () => (await fetch(`${app.url}/readyz`)).status;
    expect(await ready()).toBe(200);
    await runMigrate(url, "down");
    expect(await ready()).toBe(503);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    await app.kill();
  });
});

describe("the start", () => {
  test.each<[what: string, env: Record<string, string>, lines: string[]]>([
    ["every wrong value", { PORT: "many", LOG_LEVEL: "loud" }, ["PORT: ", "LOG_LEVEL: "]],
    [
      "what production lacks",
      { APP_ENV: "production", PUBLIC_URL: "", SESSION_SECRETS: "", ENCRYPTION_KEYS: "short" },
      ["PUBLIC_URL: ", "SESSION_SECRETS: ", "ENCRYPTION_KEYS: "],
    ],
    ["a proxy that anybody could be", { TRUST_PROXY: "true" }, ["TRUST_PROXY: "]],
  ])("ends with a line for %s", async (_what, env, lines) => {
    const failure = await startApp({ databaseUrl: "sqlite:/nowhere", env }).catch((error: Error) => error);
    const written = String((failure as Error).message)
      .split("\n")
      .slice(1)
      .filter(Boolean);
    expect(written).toHaveLength(lines.length);
    for (const [index, line] of lines.entries()) expect(written[index]).toMatch(new RegExp(`^${line}`));
  });

  test("says in one sentence that the database cannot be reached", async () => {
    const failure = await startApp({ databaseUrl: "mysql://nobody@127.0.0.1:1/none" }).catch(
      (error: Error) => error,
    );
    expect(String((failure as Error).message).trim()).toBe(
      "The app did not start:\nThe database cannot be reached. Check DATABASE_URL and that its server runs.",
    );
  });
});
