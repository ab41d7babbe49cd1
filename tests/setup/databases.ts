import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import mysql, { type RowDataPacket } from "mysql2/promise";
import { environment } from "./environment.ts";

const MIGRATE = fileURLToPath(new URL("../../build/commands/migrate.js", import.meta.url));

/** A place for databases: `sqlite:` and a directory, or a MySQL server's address without a database. */
export type DatabaseServer = string;

export type TestDatabase = { url: string; drop(): Promise<void> };

export const isSqliteServer = (server: DatabaseServer) => server.startsWith("sqlite:");

/** A new database with a name that begins with `attesto_test_`; migrated unless told otherwise. */
export async function createDatabase(
  server: DatabaseServer,
  { isMigrated = true } = {},
): Promise<TestDatabase> {
  const name = `attesto_test_${randomBytes(6).toString("hex")}`;
  const database = isSqliteServer(server) ? sqliteDatabase(server, name) : await mysqlDatabase(server, name);
  if (isMigrated) await runMigrate(database.url);
  return database;
}

function sqliteDatabase(server: DatabaseServer, name: string): TestDatabase {
  const file = `${server.slice("sqlite:".length)}/${name}.sqlite`;
  return {
    url: `sqlite:${file}`,
    drop: async () => {
      for (const part of ["", "-wal", "-shm"]) await rm(file + part, { force: true });
    },
  };
}

async function mysqlDatabase(server: DatabaseServer, name: string): Promise<TestDatabase> {
  const run = async (statement: string) => {
    const connection = await mysql.createConnection(server);
    await connection.query(statement);
    await connection.end();
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`DROP DATABASE ${name}`) };
}

/** A new database with the tables and rows of a migrated one: migrating each takes a process and many statements. */
export async function copyDatabase(server: DatabaseServer, url: string): Promise<TestDatabase> {
  const copy = await createDatabase(server, { isMigrated: false });
  if (isSqliteServer(server)) await copyFile(toFile(url), toFile(copy.url));
  else await copyTables(url, copy.url);
  return copy;
}

const toFile = (url: string) => url.slice("sqlite:".length);

async function copyTables(fromUrl: string, toUrl: string): Promise<void> {
  const [from, to] = await Promise.all([mysql.createConnection(fromUrl), mysql.createConnection(toUrl)]);
  try {
    const [tables] = await from.query<RowDataPacket[][]>({
      sql: "SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'",
      rowsAsArray: true,
    });
    await to.query("SET FOREIGN_KEY_CHECKS = 0");
    for (const [table] of tables) {
      const sql = `SHOW CREATE TABLE \`${table}\``;
      const [[created]] = await from.query<RowDataPacket[][]>({ sql, rowsAsArray: true });
      await to.query(String(created?.[1]));
      const source = new URL(fromUrl).pathname.slice(1);
      const [columns] = await from.query<RowDataPacket[][]>({
        sql: `SHOW COLUMNS FROM \`${table}\` WHERE Extra NOT LIKE '%GENERATED%'`,
        rowsAsArray: true,
      });
      const names = columns.map(([name]) => `\`${name}\``).join(", ");
      await to.query(`INSERT INTO \`${table}\` (${names}) SELECT ${names} FROM \`${source}\`.\`${table}\``);
    }
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

/** Runs the built `migrate` command and gives what it printed. */
export async function runMigrate(url: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...environment, DATABASE_URL: url };
  const { stdout } = await promisify(execFile)(process.execPath, [MIGRATE, ...args], { env });
  return stdout;
}
