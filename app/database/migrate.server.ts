import { QueryTypes } from "sequelize";
import { SequelizeStorage, Umzug } from "umzug";
import { MINUTE } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
import { migrations } from "../../migrations/index.ts";
import type { Migration } from "../../migrations/table.ts";
import { adoptBaseline, isOfVersion01, type RowCounts } from "./adopt-baseline.server.ts";
import { isSqlite, sequelize } from "./connection.server.ts";
import { databaseNow } from "./dialect.server.ts";
import { withQueryLimit } from "./query-limit.server.ts";

const LOCK_MS = 5 * MINUTE;

const createStorage = () => new SequelizeStorage({ sequelize });

const umzug = (steps: Migration[]) =>
  new Umzug({
    migrations: steps.map(({ name, up, down }) => ({
      name,
      up: () => up(sequelize.getQueryInterface()),
      down: () => down(sequelize.getQueryInterface()),
    })),
    storage: createStorage(),
    logger: undefined,
  });

/**
 * Brings the schema up to date, behind a lock with a lease: many processes may start at once, and a killed
 * one blocks nobody.
 * @returns the names of the migrations that ran, and what a database of version 0.1.0 holds
 * @throws {Error} a sentence, and nothing is changed: the database is of another version
 */
export async function migrateUp(steps = migrations): Promise<{ names: string[]; adopted: RowCounts | null }> {
  // Before the lock, which is a table: in a database of somebody else nothing is created.
  isOfVersion01(await createStorage().executed(), steps);
  return runAlone(async () => {
    const adopted = isOfVersion01(await createStorage().executed(), steps) ? await adoptBaseline() : null;
    return { names: getNames(await umzug(steps).up()), adopted };
  });
}

/** Takes migrations back: the last one, those from `to` on, or all of them. */
export async function migrateDown(
  { isAll = false, to }: { isAll?: boolean; to?: string } = {},
  steps = migrations,
): Promise<string[]> {
  if (isOfVersion01(await createStorage().executed(), steps))
    throw new Error("This database is of version 0.1.0. Migrate it up first.");
  const range = isAll ? { to: 0 as const } : to === undefined ? {} : { to };
  return runAlone(async () => getNames(await umzug(steps).down(range)));
}

const runAlone = <T>(work: () => Promise<T>) => withQueryLimit(Infinity, () => withMigrationLock(work));

const getNames = (ran: { name: string }[]) => ran.map(({ name }) => name);

/** The migrations that this version needs and the database has not seen. */
export async function pendingMigrations(): Promise<string[]> {
  return getNames(await umzug(migrations).pending());
}

/**
 * Runs `work` while no other process runs migrations. The lock is renewed until `work` ends.
 * @throws {Error} if another process holds the lock for longer than `waitMs`
 */
export async function withMigrationLock<T>(
  work: () => Promise<T>,
  { lockMs = LOCK_MS, waitMs = LOCK_MS } = {},
): Promise<T> {
  const token = newId();
  const time = isSqlite ? "DATETIME" : "DATETIME(3)";
  const key = isSqlite ? "TEXT" : "VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin";
  await sequelize.query(
    `CREATE TABLE IF NOT EXISTS locks (name ${key} NOT NULL PRIMARY KEY, token ${key} NULL, heldUntil ${time} NULL)`,
  );
  await sequelize.query(
    isSqlite
      ? "INSERT INTO locks (name) VALUES ('migrations') ON CONFLICT DO NOTHING"
      : "INSERT INTO locks (name) VALUES ('migrations') ON DUPLICATE KEY UPDATE name = name",
  );
  const deadline = Date.now() + waitMs;
  while (!(await take(token, lockMs))) {
    if (Date.now() > deadline)
      throw new Error("Another process holds the migration lock. Try again when it has ended.");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const renewal = setInterval(() => {
    renew(token, lockMs).catch((error) => log.warn({ err: error }, "the migration lock was not renewed"));
  }, lockMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await sequelize.query(
      "UPDATE locks SET token = NULL, heldUntil = NULL WHERE name = 'migrations' AND token = :token",
      { replacements: { token } },
    );
  }
}

async function renew(token: string, lockMs: number): Promise<void> {
  await sequelize.query(
    `UPDATE locks SET heldUntil = ${databaseNow(lockMs)} WHERE name = 'migrations' AND token = :token`,
    { replacements: { token } },
  );
}

async function take(token: string, lockMs: number): Promise<boolean> {
  await sequelize.query(
    `UPDATE locks SET token = :token, heldUntil = ${databaseNow(lockMs)}
     WHERE name = 'migrations' AND (heldUntil IS NULL OR heldUntil < ${databaseNow()})`,
    { replacements: { token } },
  );
  const [row] = await sequelize.query<{ token: string | null }>(
    "SELECT token FROM locks WHERE name = 'migrations'",
    { type: QueryTypes.SELECT },
  );
  return row?.token === token;
}
