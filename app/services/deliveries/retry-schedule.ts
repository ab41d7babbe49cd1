import { backoff } from "#app/lib/backoff.ts";
import { HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";

/** Eleven attempts within a day, then one every twelve hours. */
const STEPS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
  12 * HOUR,
];
const LONGEST_ASKED_MS = HOUR;

/**
 * How long to wait (ms) after the nth transient attempt, from 1, or as long as the platform asked, up to an
 * hour.
 */
export function retryDelay({ tries, askedMs }: { tries: number; askedMs: number | null }): number {
  if (askedMs !== null) return Math.min(Math.max(askedMs, SECOND), LONGEST_ASKED_MS);
  return backoff(STEPS_MS, tries);
}
