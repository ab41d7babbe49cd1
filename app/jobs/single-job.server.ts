import { databaseNow, escapeValue } from "#app/database/dialect.server.ts";
import { endJobRun, renewJobRun, takeJobRun } from "#app/services/admin/job-runs.server.ts";
import { HANGING_MS, type Job } from "./job.server.ts";

type SingleJob = Job & {
  /** How long after a run the next one may begin; 0 for one that the poll and commits pace. */
  everyMs: number;
};

/**
 * A job that one process at a time runs, by a lease in its row of `jobRuns`: every `everyMs`, and with
 * `isDue` only while that holds. If a process ends during a run, another one takes over once the lease has expired.
 */
export function singleJob({ everyMs, delayFirstRun = false, ...job }: SingleJob): Job {
  const { name, isDue, run } = job;
  const isFree = () =>
    `NOT EXISTS (SELECT 1 FROM jobRuns WHERE name = ${escapeValue(name)} AND dueAt > ${databaseNow()})`;
  return {
    ...job,
    isDue: () => (isDue ? `${isFree()} AND ${isDue()}` : isFree()),
    async run(isStopping) {
      const lease = await takeJobRun(name, delayFirstRun ? everyMs : 0);
      if (!lease) return false;
      let isLost = false;
      const renewal = renewJobRun(lease, HANGING_MS, () => {
        isLost = true;
      });
      try {
        const hasMore = await run(() => isStopping() || isLost);
        await endJobRun(lease, { error: null, pauseMs: hasMore === true || isStopping() ? 0 : everyMs });
        return hasMore;
      } catch (error) {
        await endJobRun(lease, { error: error as Error, pauseMs: everyMs });
        throw error;
      } finally {
        renewal.stop();
      }
    },
  };
}
