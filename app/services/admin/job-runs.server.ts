import { Op, UniqueConstraintError, type WhereOptions } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { fromNow, LEASE_MS } from "#app/database/leases.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { newId } from "#app/lib/ids.ts";
import { log } from "#app/lib/log.server.ts";
import { JobRun } from "#app/models/index.server.ts";

export type FinishedRun = { name: string; startedAt: Date; durationMs: number; error: Error | null };

/** Many jobs run each second, so a run is written once in this time, or when its result changes. */
const WRITTEN_EVERY_MS = MINUTE;

const written = new Map<string, { at: number; isFailed: boolean }>();

/** Stores the last run of a job that several processes run. It fails silently: the next run is stored again. */
export async function recordJobRun({ name, startedAt, durationMs, error }: FinishedRun): Promise<void> {
  const last = written.get(name);
  const isFailed = error !== null;
  const at = startedAt.getTime();
  if (last && last.isFailed === isFailed && at - last.at < WRITTEN_EVERY_MS) return;
  written.set(name, { at, isFailed });
  const values = { startedAt, durationMs, error: error?.name.slice(0, 100) ?? null };
  try {
    await inTransaction(async (transaction) => {
      const row = await JobRun.findByPk(name, { transaction, lock: true });
      const lastSuccessAt = isFailed ? (row?.lastSuccessAt ?? null) : startedAt;
      await JobRun.upsert({ name, ...values, lastSuccessAt }, { transaction });
    });
  } catch (failure) {
    written.delete(name);
    log.warn({ err: failure, job: name }, "a job's run could not be stored");
  }
}

/** The right to run a job until the lease expires and another process takes it. */
export type JobLease = { readonly name: string; readonly token: string; readonly startedAt: Date };

/**
 * Takes the lease of a job.
 * @param firstDelayMs how long the very first run waits
 * @returns null if another process has it, or it is not time
 */
export async function takeJobRun(name: string, firstDelayMs: number): Promise<JobLease | null> {
  const startedAt = new Date();
  const lease = { name, token: newId(), startedAt };
  const isFree: WhereOptions = { [Op.or]: [{ dueAt: null }, { dueAt: { [Op.lte]: fromNow(0) } }] };
  try {
    return await inTransaction(async (transaction) => {
      const [taken] = await JobRun.update(
        { leaseToken: lease.token, dueAt: fromNow(LEASE_MS) },
        { where: { name, ...isFree }, transaction },
      );
      if (taken === 1) return lease;
      if (await JobRun.findByPk(name, { attributes: ["name"], transaction })) return null;
      const first = { durationMs: 0, error: null, lastSuccessAt: null, startedAt };
      const leaseToken = firstDelayMs > 0 ? null : lease.token;
      const dueAt = fromNow(firstDelayMs || LEASE_MS) as unknown as Date;
      await JobRun.create({ name, ...first, leaseToken, dueAt }, { transaction });
      return leaseToken ? lease : null;
    });
  } catch (error) {
    // Another process made the row.
    if (error instanceof UniqueConstraintError) return null;
    throw error;
  }
}

/** Keeps the lease while the job runs. It calls back if the lease is lost. */
export function renewJobRun({ name, token }: JobLease, onLost: () => void): { stop: () => void } {
  const timer = setInterval(() => {
    inTransaction((transaction) =>
      JobRun.update({ dueAt: fromNow(LEASE_MS) }, { where: { name, leaseToken: token }, transaction }),
    ).then(
      ([kept]) => kept === 0 && onLost(),
      (error: unknown) => log.warn({ err: error, job: name }, "the lease of a job could not be renewed yet"),
    );
  }, LEASE_MS / 3);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Ends the lease and stores the run. The next one begins after the pause at the earliest. */
export async function endJobRun(
  { name, token, startedAt }: JobLease,
  { error, pauseMs }: { error: Error | null; pauseMs: number },
): Promise<void> {
  const run = {
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    error: error?.name.slice(0, 100) ?? null,
    ...(error ? {} : { lastSuccessAt: startedAt }),
  };
  await inTransaction((transaction) =>
    JobRun.update(
      { ...run, leaseToken: null, dueAt: fromNow(pauseMs) },
      { where: { name, leaseToken: token }, transaction },
    ),
  );
}

/** The last run of each job: those that failed first, then by name. */
export async function findJobRuns(): Promise<JobRun[]> {
  const runs = await retryRead(() => JobRun.findAll({ order: [["name", "ASC"]] }));
  return runs.toSorted((a, b) => Number(b.error !== null) - Number(a.error !== null));
}
