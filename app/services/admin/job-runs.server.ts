import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { JobRun } from "#app/models/index.server.ts";

export type FinishedRun = { name: string; startedAt: Date; durationMs: number; error: Error | null };

/** Many jobs run each second, so a run is written once in this time, or when its result changes. */
const WRITTEN_EVERY_MS = MINUTE;

const written = new Map<string, { at: number; isFailed: boolean }>();

/** Stores a job's last run. It fails silently: the next run is stored again. */
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

/** The last run of each job: those that failed first, then by name. */
export async function findJobRuns(): Promise<JobRun[]> {
  const runs = await retryRead(() => JobRun.findAll({ order: [["name", "ASC"]] }));
  return runs.toSorted((a, b) => Number(b.error !== null) - Number(a.error !== null));
}
