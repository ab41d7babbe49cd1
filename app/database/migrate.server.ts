import { QueryTypes } from "sequelize";
import { SequelizeStorage, Umzug } from "umzug";
import { MINUTE } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { migrations } from "../../migrations/index.ts";
import { isSqlite, sequelize } from "./connection.server.ts";
import { databaseNow } from "./dialect.server.ts";

const LOCK_MS = 5 * MINUTE;

function umzug() {
  return new Umzug({
    migrations: migrations.map(({ name, up, down }) => ({
      name,
      up: () => up(sequelize.getQueryInterface()),
      down: () => down(sequelize.getQueryInterface()),
    })),
    storage: new SequelizeStorage({ sequelize }),
    logger: undefined,
  });
}

/**
 * Brings the schema up to date, behind a lock with a lease: many processes may start at once, and a killed
 * one blocks nobody.
 * @returns the names of the migrations that ran
 */
export async function migrateUp(): Promise<string[]> {
  return behindLock(async () => (await umzug().up()).map(({ name }) => name));
}

/** Takes migrations back: the last one, or all of them. */
export async function migrateDown({ isAll = false } = {}): Promise<string[]> {
  return behindLock(async () => (await umzug().down(isAll ? { to: 0 } : {})).map(({ name }) => name));
}

/** The migrations that this version needs and the database has not seen. */
export async function pendingMigrations(): Promise<string[]> {
  return (await umzug().pending()).map(({ name }) => name);
}

async function behindLock<T>(work: () => Promise<T>): Promise<T> {
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
  const deadline = Date.now() + LOCK_MS;
  while (!(await take(token))) {
    if (Date.now() > deadline)
      throw new Error("Another process holds the migration lock. Try again when it has ended.");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    return await work();
  } finally {
    await sequelize.query(
      "UPDATE locks SET token = NULL, heldUntil = NULL WHERE name = 'migrations' AND token = :token",
      { replacements: { token } },
    );
  }
}

async function take(token: string): Promise<boolean> {
  await sequelize.query(
    `UPDATE locks SET token = :token, heldUntil = ${databaseNow(LOCK_MS)}
     WHERE name = 'migrations' AND (heldUntil IS NULL OR heldUntil < ${databaseNow()})`,
    { replacements: { token } },
  );
  const [row] = await sequelize.query<{ token: string | null }>(
    "SELECT token FROM locks WHERE name = 'migrations'",
    { type: QueryTypes.SELECT },
  );
  return row?.token === token;
}
