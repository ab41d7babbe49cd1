import { existsSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { BACKUP_FILE, countTables, loadDatabase } from "#app/database/backup.server.ts";
import { isSqlite } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { migrations } from "../migrations/index.ts";
import {
  fingerprint,
  MAILS_FOLDER,
  type Manifest,
  readManifest,
  SECRETS_FILE,
  secrets,
} from "./backup-folder.ts";
import { runCommand } from "./command.ts";

const USAGE = `Usage: node build/commands/restore.js --from FOLDER [--replace]
Puts a backup into an empty database, after comparing its checksums. --replace deletes what the database holds first.
Stop servers and workers before. Afterwards run node build/commands/migrate.js, which does what is missing.`;

const dialectNames = { sqlite: "SQLite", mysql: "MySQL or MariaDB" };

/** @throws {Error} a sentence: this version or this database cannot take the backup */
function assertFitting({ dialect, migrations: seen }: Manifest): void {
  const own = isSqlite ? "sqlite" : "mysql";
  if (dialect !== own)
    throw new Error(
      `This is a backup of ${dialectNames[dialect]}, and DATABASE_URL names ${dialectNames[own]}.`,
    );
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = seen.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(
      `This backup is of a newer version, with the migration ${unknown[0]}. Install that version first.`,
    );
}

/** What of the data cannot be read or checked with the secrets that are configured now. */
function listMissingSecrets({ secrets: needed }: Manifest): string[] {
  return Object.entries(secrets).flatMap(([name, values]) => {
    const present = new Set(values.map(fingerprint));
    return (needed[name] ?? []).every((one) => present.has(one)) ? [] : [name];
  });
}

await runCommand(USAGE, async () => {
  const { values } = parseArgs({
    options: { from: { type: "string" }, replace: { type: "boolean", default: false } },
  });
  if (!values.from) throw new Error(USAGE);
  process.umask(0o077);
  const folder = path.resolve(values.from);
  const manifest = await readManifest(folder);
  assertFitting(manifest);
  const tables = await countTables();
  if (tables > 0 && !values.replace)
    throw new Error(
      `The database is not empty. --replace deletes its ${tables} ${tables === 1 ? "table" : "tables"} first.`,
    );
  await loadDatabase(path.join(folder, BACKUP_FILE));
  const mails = path.join(folder, MAILS_FOLDER);
  if (existsSync(mails)) {
    const target = path.join(config.dataDir, MAILS_FOLDER);
    await rm(target, { recursive: true, force: true });
    await cp(mails, target, { recursive: true });
  }
  console.log(
    `The backup of ${manifest.createdAt} is restored. Run node build/commands/migrate.js before the start.`,
  );
  const missing = listMissingSecrets(manifest);
  if (missing.length === 0) return;
  console.log(`Secrets that it was made with are not configured: ${missing.join(", ")}.`);
  if (existsSync(path.join(folder, SECRETS_FILE)))
    console.log(`They are in ${path.join(folder, SECRETS_FILE)}.`);
});
