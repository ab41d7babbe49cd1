import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, inject, onTestFinished } from "vitest";
import { createDatabase } from "../setup/databases.ts";
import { environment } from "../setup/environment.ts";
import { queryAll } from "./query-database.ts";

/**
 * Gives the tests of a file a data folder without the emails that other tests have written. It returns a function
 * that runs a built command with it, and gives what it printed.
 */
export function runWithOwnFolder() {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "attesto-data-"));
  });
  afterAll(() => rm(dataDir, { recursive: true }));
  return async (command: "backup" | "restore", url: string, ...args: string[]): Promise<string> => {
    const program = fileURLToPath(new URL(`../../build/commands/${command}.js`, import.meta.url));
    const env = { ...process.env, ...environment, DATABASE_URL: url, DATA_DIR: dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env });
    return stdout;
  };
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "attesto-backup-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

export async function createEmptyDatabase(): Promise<string> {
  const database = await createDatabase(inject("databaseServer"), { isMigrated: false });
  onTestFinished(() => database.drop());
  return database.url;
}

export const refusal = (running: Promise<string>) =>
  running.then(
    () => "It was done.",
    (error: { stderr: string }) => error.stderr,
  );

export const countRows = async (url: string, table: string) =>
  Number((await queryAll(url, [`SELECT COUNT(*) AS n FROM ${table}`]))[0]?.[0]?.n);
