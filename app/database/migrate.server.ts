import { hostname } from "node:os";
import { QueryTypes } from "sequelize";
import { SequelizeStorage, Umzug } from "umzug";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
import { migrations } from "../../migrations/index.ts";
import type { Migration } from "../../migrations/table.ts";
import { adoptBaseline, isOfVersion01, type RowCounts } from "./adopt-baseline.server.ts";
import { isSqlite, sequelize } from "./connection.server.ts";
import { databaseNow } from "./dialect.server.ts";
import { withQueryLimit } from "./query-limit.server.ts";

/** A killed run's lock ends after this. It is short, because a run that works renews it. */
const LOCK_MS = 15 * SECOND;
const WAIT_MS = 5 * MINUTE;

/** What a run tells whoever started it. */
export type Progress =
  | { kind: "waiting"; holder: string; until: Date }
  | { kind: "adopted"; rows: RowCounts }
  | { kind: "started" | "ended"; direction: "up" | "down"; name: string; ms: number };
type Report = (progress: Progress) => void;

const ignore: Report = () => undefined;

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

/** Migrations that are reported, and begun only while this process has the lock. */
function createRunner(steps: Migration[], report: Report, { assertHeld }: MigrationLock) {
  const runner = umzug(steps);
  let startedAt = 0;
  for (const [direction, starting, ended] of [
    ["up", "migrating", "migrated"],
    ["down", "reverting", "reverted"],
  ] as const) {
    runner.on(starting, async ({ name }) => {
      await assertHeld();
      startedAt = performance.now();
      report({ kind: "started", direction, name, ms: 0 });
    });
    runner.on(ended, ({ name }) =>
      report({ kind: "ended", direction, name, ms: performance.now() - startedAt }),
    );
  }
  return runner;
}

/**
 * Brings the schema up to date, behind a lock with a lease: many processes may start at once, and a killed
 * one blocks nobody.
 * @returns the names of the migrations that ran, and what a database of version 0.1.0 holds
 * @throws {Error} a sentence, and nothing is changed: the database is of another version
 */
export async function migrateUp(
  steps = migrations,
  report = ignore,
): Promise<{ names: string[]; adopted: RowCounts | null }> {
  // Before the lock, which is a table: in a database of somebody else nothing is created.
  isOfVersion01(await createStorage().executed(), steps);
  return runAlone(report, async (lock) => {
    const adopted = isOfVersion01(await createStorage().executed(), steps) ? await adoptBaseline() : null;
    if (adopted) report({ kind: "adopted", rows: adopted });
    return { names: getNames(await createRunner(steps, report, lock).up()), adopted };
  });
}

/**
 * Takes migrations back: the last one, those after `to`, or all of them.
 * @returns those that were taken back, and those that stay
 * @throws {Error} a sentence: the database has not seen `to`
 */
export async function migrateDown(
  { isAll = false, to }: { isAll?: boolean; to?: string | undefined } = {},
  steps = migrations,
  report = ignore,
): Promise<{ names: string[]; left: string[] }> {
  if (isOfVersion01(await createStorage().executed(), steps))
    throw new Error("This database is of version 0.1.0. Migrate it up first.");
  return runAlone(report, async (lock) => {
    const runner = createRunner(steps, report, lock);
    const seen = getNames(await runner.executed());
    const kept = isAll ? 0 : to === undefined ? Math.max(0, seen.length - 1) : seen.indexOf(to) + 1;
    if (to !== undefined && kept === 0)
      throw new Error(`This database has not seen ${to}. Its last migration is ${seen.at(-1)}.`);
    const [last] = seen.slice(kept);
    const names = last === undefined ? [] : getNames(await runner.down({ to: last }));
    return { names, left: seen.slice(0, kept) };
  });
}

const runAlone = <T>(report: Report, work: (lock: MigrationLock) => Promise<T>) =>
  withQueryLimit(Infinity, () => withMigrationLock(work, { report }));

const getNames = (ran: { name: string }[]) => ran.map(({ name }) => name);

/** The migrations that the database has seen, by any version. */
export const executedMigrations = (): Promise<string[]> => createStorage().executed();

/** The migrations that this version needs and the database has not seen. */
export async function pendingMigrations(): Promise<string[]> {
  return getNames(await umzug(migrations).pending());
}

type MigrationLock = {
  /** @throws {Error} a sentence: another process took the lock, because it was not renewed in time */
  assertHeld(): Promise<void>;
};

/**
 * Runs `work` while no other process runs migrations. The lock is renewed until `work` ends.
 * @throws {Error} if another process holds the lock for longer than `waitMs`
 */
export async function withMigrationLock<T>(
  work: (lock: MigrationLock) => Promise<T>,
  { lockMs = LOCK_MS, waitMs = WAIT_MS, report = ignore } = {},
): Promise<T> {
  const token = createToken();
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
  let told: string | null = null;
  for (;;) {
    const holder = await take(token, lockMs);
    if (holder === null) break;
    const name = describeHolder(holder.token);
    if (Date.now() > deadline)
      throw new Error(`${name} still holds the migration lock. Try again when it has ended.`);
    if (told !== holder.token) report({ kind: "waiting", holder: name, until: holder.until });
    told = holder.token;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const renewal = setInterval(() => {
    renew(token, lockMs).catch((error) => log.warn({ err: error }, "the migration lock was not renewed"));
  }, lockMs / 3);
  const assertHeld = async () => {
    await renew(token, lockMs);
    const { token: current } = await readLock();
    if (current !== token)
      throw new Error(
        `${describeHolder(current)} took the migration lock, because this process did not renew it in time. It goes on with the migrations.`,
      );
  };
  try {
    return await work({ assertHeld });
  } finally {
    clearInterval(renewal);
    await sequelize.query(
      "UPDATE locks SET token = NULL, heldUntil = NULL WHERE name = 'migrations' AND token = :token",
      { replacements: { token } },
    );
  }
}

const HOST_MAX = 22;

/** Names the process for people. It fits into the column, which is ASCII. */
const createToken = () =>
  `${process.pid}@${hostname()
    .replace(/[^\w.-]/g, "-")
    .slice(0, HOST_MAX)}#${newId().slice(-8)}`;

function describeHolder(token: string | null): string {
  const [, pid, host] = /^(\d+)@(.*)#/.exec(token ?? "") ?? [];
  return pid ? `Process ${pid} on ${host}` : "Another process";
}

async function renew(token: string, lockMs: number): Promise<void> {
  await sequelize.query(
    `UPDATE locks SET heldUntil = ${databaseNow(lockMs)} WHERE name = 'migrations' AND token = :token`,
    { replacements: { token } },
  );
}

type Holder = { token: string | null; until: Date };

/** @returns null once the lock is taken, otherwise who holds it */
async function take(token: string, lockMs: number): Promise<Holder | null> {
  await sequelize.query(
    `UPDATE locks SET token = :token, heldUntil = ${databaseNow(lockMs)}
     WHERE name = 'migrations' AND (heldUntil IS NULL OR heldUntil < ${databaseNow()})`,
    { replacements: { token } },
  );
  const holder = await readLock();
  return holder.token === token ? null : holder;
}

async function readLock(): Promise<Holder> {
  const [row] = await sequelize.query<{ token: string | null; heldUntil: string | Date | null }>(
    "SELECT token, heldUntil FROM locks WHERE name = 'migrations'",
    { type: QueryTypes.SELECT },
  );
  return { token: row?.token ?? null, until: new Date(row?.heldUntil ?? 0) };
}
