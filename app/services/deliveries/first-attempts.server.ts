import { setTimeout as sleep } from "node:timers/promises";
import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { claim, fromNow, type Lease } from "#app/database/leases.server.ts";
import { createBatcher } from "#app/lib/batcher.ts";
import { SECOND } from "#app/lib/dates.ts";
import { getWaitLeft, runForAll } from "#app/lib/deadline.server.ts";
import { log } from "#app/lib/log.server.ts";
import { Delivery } from "#app/models/index.server.ts";
import { attemptDelivery } from "./attempt-delivery.server.ts";
import { lockConnections } from "./lock-connections.server.ts";

/** The ad platform's share of the time that a request waits for its first attempts. */
const PLATFORM_TIMEOUT_MS = 4.5 * SECOND;
const WAIT_MS = 5 * SECOND;
/** How long new deliveries wait for their request. After that they are due, and the job takes them. */
export const RESERVED_MS = 10 * SECOND;

const unfinished = new Set<Promise<unknown>>();

type SubmissionKey = { workspaceId: string; submissionId: string };

const claims = createBatcher<SubmissionKey, Lease[]>({
  getKey: ({ workspaceId }) => workspaceId,
  // One of two requests for a claim gets its deliveries.
  getId: ({ submissionId }) => submissionId,
  max: 100,
  run: claimReserved,
});

/**
 * Makes the first attempts of submissions that a request has just marked handled, as `makeFirstAttempts` does.
 * What cannot be claimed now is left to the job.
 */
export async function attemptNow(workspaceId: string, submissionIds: string[]): Promise<void> {
  const claimed = submissionIds.map((submissionId) => claims.add({ workspaceId, submissionId }));
  try {
    await makeFirstAttempts((await Promise.all(claimed)).flat());
  } catch (error) {
    log.warn({ err: error }, "first attempts are left to the job");
  }
}

async function claimReserved(decided: SubmissionKey[]): Promise<Lease[][]> {
  const workspaceId = decided[0]?.workspaceId ?? "";
  const submissionId = decided.map((one) => one.submissionId);
  const reserved = { state: "queued", attemptCount: 0, dueAt: { [Op.gt]: fromNow(0) } };
  const deliveries = await retryRead(() =>
    Delivery.findAll({ where: { workspaceId, submissionId }, attributes: ["id", "submissionId"], raw: true }),
  );
  const owners = new Map(deliveries.map((delivery) => [delivery.id, delivery.submissionId]));
  const leases = await inTransaction(async (transaction) => {
    await lockConnections(workspaceId, "shared", transaction);
    return claim(Delivery, { id: [...owners.keys()], workspaceId, ...reserved }, transaction);
  });
  return decided.map((one) => leases.filter(({ id }) => owners.get(id) === one.submissionId));
}

/**
 * Makes the first attempts of a request, which waits up to five seconds for them. Longer work continues in the
 * background.
 */
export async function makeFirstAttempts(leases: Lease[]): Promise<void> {
  const attempts = runForAll(() =>
    Promise.all(leases.map((lease) => attemptDelivery({ lease, timeoutMs: PLATFORM_TIMEOUT_MS }))),
  ).finally(() => unfinished.delete(attempts));
  unfinished.add(attempts);
  const waiting = new AbortController();
  const limit = sleep(Math.min(WAIT_MS, getWaitLeft()), undefined, { signal: waiting.signal }).catch(
    () => undefined,
  );
  await Promise.race([attempts, limit]);
  waiting.abort();
}

/** Resolves when no attempt is left in the background, or after `ms`. An expired lease is claimed again. */
export async function drainFirstAttempts(ms: number): Promise<void> {
  await Promise.race([Promise.all(unfinished), sleep(ms, undefined, { ref: false })]);
}
