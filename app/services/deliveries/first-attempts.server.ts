import { setTimeout as sleep } from "node:timers/promises";
import type { Lease } from "#app/database/leases.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { attemptDelivery } from "./attempt-delivery.server.ts";

/** The ad platform's share of the time that a request waits for its first attempts. */
const PLATFORM_TIMEOUT_MS = 4.5 * SECOND;
const WAIT_MS = 5 * SECOND;

const unfinished = new Set<Promise<unknown>>();

/**
 * Makes the first attempts of a request, which waits five seconds for them. Longer work continues in the
 * background.
 */
export async function makeFirstAttempts(leases: Lease[]): Promise<void> {
  const attempts = Promise.all(
    leases.map((lease) => attemptDelivery({ lease, timeoutMs: PLATFORM_TIMEOUT_MS })),
  ).finally(() => unfinished.delete(attempts));
  unfinished.add(attempts);
  const waiting = new AbortController();
  const limit = sleep(WAIT_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
  await Promise.race([attempts, limit]);
  waiting.abort();
}

/** Resolves when no attempt is left in the background, or after `ms`. An expired lease is claimed again. */
export async function drainFirstAttempts(ms: number): Promise<void> {
  await Promise.race([Promise.all(unfinished), sleep(ms, undefined, { ref: false })]);
}
