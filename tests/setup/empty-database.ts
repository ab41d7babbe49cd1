import mysql from "mysql2/promise";
import sqlite3 from "sqlite3";
import { afterAll, beforeAll } from "vitest";
import { isSqlite, sequelize } from "#app/database/connection.server.ts";
import "#app/models/index.server.ts";

// Jobs that lost their times would all run after each test.
const NOT_EMPTIED = new Set(["SequelizeMeta", "locks", "sqlite_sequence", "jobRuns"]);
const databaseUrl = process.env.DATABASE_URL ?? "";
let deleteAll: string | undefined;
let areRowsKept = false;

/** Fills the empty database once for all tests of a file, or of a `describe`, which share the rows. */
export function fillOnce(fill: () => Promise<void>): void {
  beforeAll(async () => {
    await emptyDatabase();
    await fill();
    areRowsKept = true;
  });
  afterAll(() => {
    areRowsKept = false;
  });
}

/** One transaction over all tables that the schema lists: much faster than one TRUNCATE each. */
export async function emptyDatabase(): Promise<void> {
  if (areRowsKept) return;
  deleteAll ??= (await sequelize.getQueryInterface().showAllTables())
    .filter((name) => !NOT_EMPTIED.has(name))
    .map((name) => `DELETE FROM \`${name}\`;`)
    .join("");
  if (isSqlite) await inSqlite(`BEGIN IMMEDIATE; ${deleteAll} COMMIT;`);
  else await inMysql(`SET FOREIGN_KEY_CHECKS = 0; START TRANSACTION; ${deleteAll} COMMIT;`);
}

let sqlite: sqlite3.Database | undefined;
function inSqlite(statements: string): Promise<void> {
  if (!sqlite) {
    sqlite = new sqlite3.Database(databaseUrl.slice("sqlite:".length));
    sqlite.configure("busyTimeout", 10_000);
  }
  const database = sqlite;
  return new Promise((resolve, reject) => {
    database.exec(statements, (error) => (error ? reject(error) : resolve()));
  });
}

let connection: Promise<mysql.Connection> | undefined;
async function inMysql(statements: string, tries = 5): Promise<void> {
  connection ??= mysql.createConnection({ uri: databaseUrl, multipleStatements: true });
  try {
    await (await connection).query(statements);
  } catch (error) {
    // The app may be writing what it began in the test before.
    if ((error as { code?: string }).code !== "ER_LOCK_DEADLOCK" || tries === 0) throw error;
    await (await connection).query("ROLLBACK");
    await inMysql(statements, tries - 1);
  }
}
