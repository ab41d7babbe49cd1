/** How long to wait (ms) after the nth failed attempt, from 1, with 20 % of jitter. The last step repeats. */
export function backoff(stepsMs: readonly number[], attempt: number, random = Math.random): number {
  const step = stepsMs[Math.min(attempt, stepsMs.length) - 1] ?? 0;
  return Math.round(step * (0.8 + random() * 0.4));
}
