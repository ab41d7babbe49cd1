import { setTimeout as sleep } from "node:timers/promises";
import { withQueryLimit } from "#app/database/query-limit.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { log } from "#app/lib/log.server.ts";
import type { FinishedRun } from "#app/services/admin/job-runs.server.ts";

/** One piece of background work. Any number of processes may run it at once. */
export type Job = {
  name: string;
  everyMs: number;
  /** Whether the first run waits for the pause too. */
  startsLate?: boolean;
  /** How long `stop` waits for the current run. After that its leases expire by themselves. */
  stopMs?: number;
  /** How long one of its queries may take; ten seconds unless it says otherwise. */
  queryMaxMs?: number;
  /** Does what is due. Resolves to true if more is due already. */
  run: (isStopping: () => boolean) => Promise<unknown>;
  /** Resolves once the work started by its runs is done. `stop` waits for it too. */
  settled?: () => Promise<unknown>;
};

export type RunningJob = { stop: () => Promise<void> };

const STOP_MS = 10 * SECOND;
const QUERY_MAX_MS = 10 * SECOND;

/**
 * Runs a job repeatedly until stopped. A failed run is logged and the next one follows after the pause.
 * @param onRun is told of each run, and never rejects
 */
export function startJob(job: Job, onRun?: (run: FinishedRun) => Promise<void>): RunningJob {
  const { name, everyMs, startsLate = false, stopMs = STOP_MS, queryMaxMs = QUERY_MAX_MS, run } = job;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Rejects when stopped, which ends the pause.
  const pause = () => sleep(everyMs, undefined, { signal }).catch(() => undefined);
  const runOnce = async () => {
    const startedAt = new Date();
    let failure: Error | null = null;
    const hasMore = await withQueryLimit(queryMaxMs, () => run(() => signal.aborted)).catch(
      (error: unknown) => {
        failure = error instanceof Error ? error : new Error(String(error));
        // A busy or unreachable database is no bug.
        const level = error instanceof Unavailable ? "warn" : "error";
        log[level]({ err: error, job: name }, "a job failed; its next run follows");
      },
    );
    await onRun?.({ name, startedAt, durationMs: Date.now() - startedAt.getTime(), error: failure });
    return hasMore;
  };
  const loop = async () => {
    if (startsLate) await pause();
    while (!signal.aborted) {
      const hasMore = await runOnce();
      if (hasMore !== true) await pause();
    }
  };
  const ended = loop().then(() => job.settled?.());
  return {
    async stop() {
      stopping.abort();
      await Promise.race([ended, sleep(stopMs, undefined, { ref: false })]);
    },
  };
}
