import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { BACKUP_FILE, countTables, dumpDatabase, isReadOnly } from "#app/database/backup.server.ts";
import { isSqlite } from "#app/database/connection.server.ts";
import { executedMigrations } from "#app/database/migrate.server.ts";
import { config } from "#app/env.server.ts";
import { recordJobRun } from "#app/services/admin/job-runs.server.ts";
import { MAILS_FOLDER, readManifest, SECRETS_FILE, secrets, writeManifest } from "./backup-folder.ts";
import { runCommand } from "./command.ts";

const USAGE = `Usage: node build/commands/backup.js --to FOLDER [--with-secrets]
Writes the database as it is at one moment, emails that were written to files, and the checksums of both into a new
folder, while servers and workers go on. Only its owner can read it. The secrets are named and not copied:
--with-secrets copies them too, and whoever reads that backup can read everything.`;

async function isTaken(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  return found !== null && (!found.isDirectory() || (await readdir(folder)).length > 0);
}

await runCommand(USAGE, async () => {
  const { values } = parseArgs({
    options: { to: { type: "string" }, "with-secrets": { type: "boolean", default: false } },
  });
  if (!values.to) throw new Error(USAGE);
  process.umask(0o077);
  const folder = path.resolve(values.to);
  if (await isTaken(folder)) throw new Error(`${folder} is not empty. Name a new folder.`);
  if (!existsSync(path.dirname(folder))) throw new Error(`There is no folder ${path.dirname(folder)}.`);
  if ((await countTables()) === 0) throw new Error("This database is empty: there is nothing to back up.");
  await recorded(() => writeBackup(folder, values["with-secrets"]));
  const { files } = await readManifest(folder);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(`The backup is in ${folder}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB.`);
  if (!values["with-secrets"])
    console.log(`It needs the secrets of this installation: ${Object.keys(secrets).join(", ")}.`);
});

/** Stores that it ran, so that /metrics and administrators know how old the last backup is. */
async function recorded(work: () => Promise<void>): Promise<void> {
  const startedAt = new Date();
  const record = async (error: Error | null) => {
    const durationMs = Date.now() - startedAt.getTime();
    if (!(await isReadOnly())) await recordJobRun({ name: "backup", startedAt, durationMs, error });
    else console.log("The database takes no writes, so /metrics does not learn of this backup.");
  };
  try {
    await work();
  } catch (error) {
    // What went wrong is told by the error itself.
    await record(error as Error).catch(() => undefined);
    throw error;
  }
  await record(null).catch((error: unknown) =>
    console.error("The backup is complete, but /metrics does not learn of it:", error),
  );
}

async function writeBackup(folder: string, withSecrets: boolean): Promise<void> {
  // A backup that ended early does not look like one.
  const unfinished = await mkdtemp(`${folder}.unfinished-`);
  try {
    await fill(unfinished, withSecrets);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function fill(unfinished: string, withSecrets: boolean): Promise<void> {
  const createdAt = new Date().toISOString();
  const migrations = await executedMigrations();
  await dumpDatabase(path.join(unfinished, BACKUP_FILE));
  if ((await executedMigrations()).length !== migrations.length)
    throw new Error("The schema was migrated meanwhile. Run the backup again.");
  const mails = path.join(config.dataDir, MAILS_FOLDER);
  if (existsSync(mails)) await cp(mails, path.join(unfinished, MAILS_FOLDER), { recursive: true });
  if (withSecrets) {
    const lines = Object.entries(secrets).map(([name, list]) => `${name}=${list.join(",")}`);
    await writeFile(path.join(unfinished, SECRETS_FILE), `${lines.join("\n")}\n`, { mode: 0o600 });
  }
  await writeManifest(unfinished, { createdAt, dialect: isSqlite ? "sqlite" : "mysql", migrations });
}
