import { setTimeout as sleep } from "node:timers/promises";
import type { Model, ModelStatic } from "sequelize";
import { onDue } from "#app/database/announcements.server.ts";
import { isPassing } from "#app/database/errors.server.ts";
import { addQuestion, whether } from "#app/database/poll.server.ts";
import { withQueryLimit } from "#app/database/query-limit.server.ts";
import { config } from "#app/env.server.ts";
import { DAY, MINUTE, SECOND } from "#app/lib/dates.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { log } from "#app/lib/log.server.ts";
import { countJobRun } from "#app/lib/metrics.server.ts";
import { inSpan } from "#app/lib/tracing.server.ts";
import type { FinishedRun } from "#app/services/admin/job-runs.server.ts";

/** One piece of background work. Any number of processes may run it at once. */
export type Job = {
  name: string;
  /** An SQL condition of the poll: whether there is work, by other processes or by time. */
  isDue?: () => string;
  /** How often it runs in this process; only when it is due if missing. */
  everyMs?: number;
  /** The table whose due rows it works on: a commit of this process that makes some due starts it. */
  model?: ModelStatic<Model>;
  /** Whether the first run waits for the pause too. */
  delayFirstRun?: boolean;
  /** How long `stop` waits for the current run. After that its leases expire by themselves. */
  stopMs?: number;
  /** How long one of its queries may take; ten seconds unless it says otherwise. */
  queryMaxMs?: number;
  /** Does what is due. Resolves to true if more is due already. */
  run: (isStopping: () => boolean) => Promise<unknown>;
  /** Resolves once the work started by its runs is done. `stop` waits for it too. */
  settled?: () => Promise<unknown>;
};

export type RunningJob = {
  name: string;
  /** Whether its current run takes far too long. */
  isHanging: () => boolean;
  stop: () => Promise<void>;
};

const STOP_MS = 10 * SECOND;
/** Longer than the longest run, a file of a million claims. */
export const HANGING_MS = 15 * MINUTE;
const QUERY_MAX_MS = 10 * SECOND;
/** The least pause: commits that follow each other share a run. */
const LEAST_PAUSE_MS = Math.min(100, config.pollMs / 10);
/** The longest time of a timer. */
const LONGEST_PAUSE_MS = 20 * DAY;

/**
 * Runs a job repeatedly until stopped. A failed run is logged and the next one follows after the pause.
 * @param onRun is told of each run, and never rejects
 */
export function startJob(job: Job, onRun?: (run: FinishedRun) => Promise<void>): RunningJob {
  const { name, everyMs, stopMs = STOP_MS, queryMaxMs = QUERY_MAX_MS, run } = job;
  const { delayFirstRun = everyMs === undefined } = job;
  const pauses = createPauses(job);
  let isStopped = false;
  let runsSince: number | null = null;
  const runOnce = async () => {
    const startedAt = new Date();
    runsSince = performance.now();
    let failure: Error | null = null;
    const work = () => withQueryLimit(queryMaxMs, () => run(() => isStopped));
    // What runs all the time in each process says nothing in a trace.
    const running = everyMs === undefined ? inSpan(`job ${name}`, {}, work) : work();
    const hasMore = await running.catch((error: unknown) => {
      failure = error instanceof Error ? error : new Error(String(error));
      // A busy or unreachable database is no bug.
      const level = error instanceof Unavailable || isPassing(error) ? "warn" : "error";
      log[level]({ err: error, job: name }, "a job failed; its next run follows");
    });
    runsSince = null;
    const finished = { name, startedAt, durationMs: Date.now() - startedAt.getTime(), error: failure };
    countJobRun(finished);
    await onRun?.(finished);
    return hasMore;
  };
  const loop = async () => {
    if (delayFirstRun) await pauses.wait();
    while (!isStopped) {
      pauses.forgetDue();
      const hasMore = await runOnce();
      if (hasMore !== true) await pauses.wait();
    }
  };
  const ended = loop().then(() => job.settled?.());
  return {
    name,
    isHanging: () => runsSince !== null && performance.now() - runsSince > HANGING_MS,
    async stop() {
      isStopped = true;
      pauses.stop();
      await Promise.race([ended, sleep(stopMs, undefined, { ref: false })]);
    },
  };
}

/**
 * The pauses between the runs of a job, which end by time, by the poll or for an announced row. Their clock is not
 * the machine's, which may be set back.
 */
function createPauses({
  everyMs = LONGEST_PAUSE_MS,
  model,
  isDue,
}: Pick<Job, "everyMs" | "model" | "isDue">) {
  let isStopped = false;
  let dueAt = Number.POSITIVE_INFINITY;
  let sleeping = new AbortController();
  const announce = (delayMs: number) => {
    dueAt = Math.min(dueAt, performance.now() + delayMs);
    sleeping.abort();
  };
  const unsubscribe = [
    model && onDue(model, announce),
    isDue && addQuestion({ select: () => whether(isDue()), tell: () => announce(0) }),
  ];
  return {
    async wait() {
      const beganAt = performance.now();
      const earliest = beganAt + Math.min(LEAST_PAUSE_MS, everyMs / 10);
      const leftMs = () => Math.min(Math.max(dueAt, earliest), beganAt + everyMs) - performance.now();
      while (!isStopped && leftMs() > 0) {
        sleeping = new AbortController();
        await sleep(leftMs(), undefined, { signal: sleeping.signal }).catch(() => undefined);
      }
    },
    /** The run that follows finds what is due by now. */
    forgetDue() {
      if (dueAt <= performance.now()) dueAt = Number.POSITIVE_INFINITY;
    },
    stop() {
      isStopped = true;
      sleeping.abort();
      for (const stop of unsubscribe) stop?.();
    },
  };
}
