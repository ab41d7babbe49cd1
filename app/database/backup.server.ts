import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { copyFile, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { QueryTypes } from "sequelize";
import { config } from "#app/env.server.ts";
import { toHostUrls } from "#app/lib/database-url.ts";
import { isSqlite, sequelize } from "./connection.server.ts";
import { escapeValue } from "./dialect.server.ts";

export const BACKUP_FILE = isSqlite ? "database.sqlite" : "database.sql.gz";

/**
 * Writes the database as it is at one moment, while servers go on writing.
 * @throws {Error} a sentence
 */
export async function dumpDatabase(file: string): Promise<void> {
  if (isSqlite) {
    await sequelize.query(`VACUUM INTO ${escapeValue(file)}`);
    return;
  }
  // Views are for servers of the version before, and name the user who made them.
  const { database } = sequelize.config;
  const ignored = (await listViews()).map((view) => `--ignore-table=${database}.${view}`);
  await withClient(["mariadb-dump", "mysqldump"], [...DUMP_OPTIONS, ...ignored], async ({ stdout }) => {
    if (stdout) await pipeline(stdout, createGzip(), createWriteStream(file, { mode: 0o600 }));
  });
}

/** Whether the server takes no writes, such as a replica. */
export async function isReadOnly(): Promise<boolean> {
  if (isSqlite) return false;
  const [found] = await sequelize.query<{ value: string | number }>("SELECT @@global.read_only AS value", {
    type: QueryTypes.SELECT,
  });
  return !["0", "OFF"].includes(String(found?.value));
}

const sqliteFile = () => path.resolve(config.databaseUrl.slice("sqlite:".length));

/** How many tables the database has; it is not made if it is missing. */
export async function countTables(): Promise<number> {
  return isSqlite && !existsSync(sqliteFile()) ? 0 : (await listTables()).length;
}

/**
 * Puts a dump in the place of all that the database holds. On SQLite the file is replaced at once; on MySQL what
 * goes wrong after the check leaves a part of the tables.
 * @throws {Error} a sentence
 */
export async function loadDatabase(file: string): Promise<void> {
  await assertUnused();
  if (isSqlite) {
    const storage = sqliteFile();
    await copyFile(file, `${storage}.restored`);
    // This process still has the old file open, and writes nothing to it.
    for (const part of ["-wal", "-shm"]) await rm(storage + part, { force: true });
    await rename(`${storage}.restored`, storage);
    return;
  }
  // The program, its connection and its rights are tried while everything is still there.
  await withClient(CLIENTS, [], async ({ stdin }) => {
    stdin?.end("CREATE TABLE restoreCheck (id INT); DROP TABLE restoreCheck;");
  });
  await dropAllTables();
  try {
    await withClient(CLIENTS, [], async ({ stdin }) => {
      if (stdin) await pipeline(createReadStream(file), createGunzip(), stdin);
    });
  } catch (error) {
    throw new Error(
      `${(error as Error).message}\nThe database holds a part of the backup now. Run the restore again with --replace.`,
      { cause: error },
    );
  }
}

const CLIENTS = ["mariadb", "mysql"];

/** @throws {Error} a sentence: a server or worker would go on with what it has open */
async function assertUnused(): Promise<void> {
  if (isSqlite && !existsSync(sqliteFile())) return;
  const isUsed = isSqlite ? await isFileOpen() : await hasOtherConnections();
  if (isUsed) throw new Error("Another process uses this database. Stop servers and workers first.");
}

/** SQLite leaves its log of changes only for the last connection. */
async function isFileOpen(): Promise<boolean> {
  const [mode] = await sequelize
    .query<{ journal_mode: string }>("PRAGMA journal_mode = DELETE", { type: QueryTypes.SELECT })
    .catch(() => []);
  return mode?.journal_mode !== "delete";
}

async function hasOtherConnections(): Promise<boolean> {
  const [others] = await sequelize.query<{ count: number }>(
    "SELECT COUNT(*) AS count FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()",
    { type: QueryTypes.SELECT },
  );
  return Number(others?.count) > 0;
}

/** One transaction sees one moment. Without tablespaces, which need a right of the whole server. */
const DUMP_OPTIONS = ["--single-transaction", "--quick", "--hex-blob", "--no-tablespaces"];

async function listTables(): Promise<string[]> {
  const tables: (string | { tableName: string })[] = await sequelize.getQueryInterface().showAllTables();
  return tables.map((table) => (typeof table === "string" ? table : table.tableName));
}

async function listViews(): Promise<string[]> {
  const views = await sequelize.query<{ name: string }>(
    "SELECT TABLE_NAME AS name FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE()",
    { type: QueryTypes.SELECT },
  );
  return views.map(({ name }) => name);
}

async function dropAllTables(): Promise<void> {
  for (const view of await listViews()) await sequelize.query(`DROP VIEW \`${view}\``);
  const tables = await listTables();
  if (tables.length === 0) return;
  // One connection, because the setting is the session's.
  await sequelize.transaction(async (transaction) => {
    await sequelize.query("SET FOREIGN_KEY_CHECKS = 0", { transaction });
    await sequelize.query(`DROP TABLE ${tables.map((name) => `\`${name}\``).join(", ")}`, { transaction });
    await sequelize.query("SET FOREIGN_KEY_CHECKS = 1", { transaction });
  });
}

/**
 * Runs the first program that is installed. The password is in a file of ours, where no list of processes
 * shows it.
 */
async function withClient(
  programs: string[],
  options: string[],
  work: (child: ChildProcess) => Promise<void>,
): Promise<void> {
  const url = new URL(toHostUrls(config.databaseUrl)?.[0] ?? config.databaseUrl);
  const folder = await mkdtemp(path.join(tmpdir(), "attesto-"));
  const settings = path.join(folder, "client.cnf");
  try {
    await writeFile(settings, toOptionFile(url), { mode: 0o600 });
    const args = [`--defaults-extra-file=${settings}`, ...options, decodeURIComponent(url.pathname.slice(1))];
    for (const program of programs) if (await runClient(program, args, work)) return;
    throw new Error(
      `Neither ${programs.join(" nor ")} is installed. On Debian: apt-get install mariadb-client.`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function toOptionFile({ username, password, hostname, port }: URL): string {
  const values = {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port || "3306",
    protocol: "tcp",
    "default-character-set": "utf8mb4",
  };
  const lines = Object.entries(values).map(([name, value]) => `${name}="${value.replace(/["\\]/g, "\\$&")}"`);
  return ["[client]", ...lines, ""].join("\n");
}

/** @returns false if the program is not installed */
async function runClient(
  program: string,
  args: string[],
  work: (child: ChildProcess) => Promise<void>,
): Promise<boolean> {
  const child = spawn(program, args, { stdio: "pipe" });
  let problems = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    problems += text;
  });
  try {
    await once(child, "spawn");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
  const ended = once(child, "close");
  const failure = await work(child).catch((error: Error) => error);
  const [code] = await ended;
  // Without the statement that failed, which it repeats and which can hold what people wrote.
  const reason = /^ERROR .*$/m.exec(problems)?.[0] ?? problems.trim().split("\n")[0];
  if (code !== 0) throw new Error(`${program} failed: ${reason || `exit code ${code}`}`);
  if (failure) throw failure;
  return true;
}
