import { HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";

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
];
const AFTERWARDS_MS = 12 * HOUR;
const LONGEST_ASKED_MS = HOUR;

/**
 * How long to wait (ms) after the nth transient try of a delivery, from 1: eleven tries within a day, then every twelve hours,
 * each with 20 % of jitter. What the platform itself asked for is kept, up to an hour.
 */
export function retryDelay({
  tries,
  askedMs,
  random = Math.random,
}: {
  tries: number;
  askedMs: number | null;
  random?: () => number;
}): number {
  if (askedMs !== null) return Math.min(Math.max(askedMs, SECOND), LONGEST_ASKED_MS);
  const step = STEPS_MS[tries - 1] ?? AFTERWARDS_MS;
  return Math.round(step * (0.8 + random() * 0.4));
}
