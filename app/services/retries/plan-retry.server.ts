import { LEASE_MS } from "#app/database/leases.server.ts";
import { HOUR, SECOND } from "#app/lib/dates.ts";

export type RetrySchedule = {
  /** How long to wait (ms) after the first failed attempt, the second and so on. The last step repeats. */
  stepsMs: readonly number[];
  /** Shortens the waits of tests. */
  scale: number;
};

type Failure = {
  /** How many attempts have failed, with this one. */
  failures: number;
  /** How long (ms) the other side asked to wait, if it did. */
  askedMs?: number | null;
};

const ASKED_MIN_MS = SECOND;
const ASKED_MAX_MS = HOUR;

/** How long (ms) to wait after a failed attempt: by the schedule with 20 % of jitter, or as long as was asked. */
export function retryDelay(
  { stepsMs, scale }: RetrySchedule,
  { failures, askedMs = null }: Failure,
  random = Math.random,
): number {
  const step = stepsMs[Math.min(failures, stepsMs.length) - 1] ?? 0;
  const waitMs =
    askedMs === null
      ? Math.round(step * (0.8 + random() * 0.4))
      : Math.min(Math.max(askedMs, ASKED_MIN_MS), ASKED_MAX_MS);
  return Math.round(waitMs * scale);
}

/**
 * The same for what must arrive in time: the last attempt is made just before the end.
 * @returns null once it is too late for another one
 */
export function planRetry(schedule: RetrySchedule, failure: Failure & { until: Date }): number | null {
  const delayMs = retryDelay(schedule, failure);
  const leftMs = failure.until.getTime() - Date.now();
  if (delayMs <= leftMs) return delayMs;
  const lastMs = leftMs - LEASE_MS;
  return lastMs < SECOND ? null : lastMs;
}
