import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { claimDue, type Lease, release, someAreDue } from "#app/database/leases.server.ts";
import { type DueDelivery, findDueDeliveries } from "#app/database/queries/due-deliveries.server.ts";
import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/event-state.ts";
import { Delivery } from "#app/models/index.server.ts";
import { attemptDelivery } from "#app/services/deliveries/attempt-delivery.server.ts";
import { loadDeliveries } from "#app/services/deliveries/load-delivery.server.ts";
import type { Job } from "./job.server.ts";

const TIMEOUT_MS = 20 * SECOND;
/** How many events this process sends at once. A killed process leaves as many that may have arrived. */
const PARALLEL = 200;
const MOST = { connectionId: 50, adPlatform: 60, workspaceId: 150 };
const RELEASE_MS = 10 * SECOND;

const underWay = new Map<string, DueDelivery & { attempt: Promise<void> }>();
const attempts = new EventEmitter();

/** A run starts attempts without waiting for them, so that slow ones do not delay others. */
export const deliveryJob: Job = {
  name: "deliveries",
  model: Delivery,
  isDue: () => someAreDue(Delivery, { state: [...DELIVERY_CLAIMABLE_STATES] }),
  async run(isStopping) {
    const due = await findDueDeliveries({
      limit: PARALLEL - underWay.size,
      most: MOST,
      underWay: [...underWay.values()],
    });
    if (due.length > 0) await begin(due, isStopping);
    // Claiming a few at a time would cost as much as many. Attempts that hang are not waited for.
    const until = Date.now() + config.pollMs;
    while (underWay.size > MOST.workspaceId / 2 && Date.now() < until) await endOrPause();
    if (due.length > 0) return true;
    // The next delivery of a backlog is due once the previous one has ended.
    const isBacklogMoving = [...underWay.values()].some(({ isBacklog }) => isBacklog);
    if (isBacklogMoving) await endOrPause();
    return isBacklogMoving;
  },
  settled: () => Promise.all([...underWay.values()].map(({ attempt }) => attempt)),
};

async function begin(due: DueDelivery[], isStopping: () => boolean): Promise<void> {
  const id = due.map((one) => one.id);
  const leases = await claimDue(Delivery, { id, state: [...DELIVERY_CLAIMABLE_STATES] });
  const loaded = await loadDeliveries(leases).catch(async (error: unknown) => {
    await release(Delivery, leases, RELEASE_MS);
    throw error;
  });
  if (isStopping()) return release(Delivery, leases);
  const found = new Map(due.map((one) => [one.id, one]));
  for (const lease of leases) {
    const one = found.get(lease.id);
    if (one)
      track(
        one,
        lease,
        attemptDelivery({ lease, timeoutMs: TIMEOUT_MS, loaded: loaded.get(lease.id) ?? null }),
      );
  }
}

function track(one: DueDelivery, { id }: Lease, attempt: Promise<void>): void {
  const ended = attempt.finally(() => {
    underWay.delete(id);
    attempts.emit("end");
  });
  underWay.set(id, { ...one, attempt: ended });
}

async function endOrPause(): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(attempts, "end", { signal }), sleep(config.pollMs, undefined, { signal })]);
  waiting.abort();
}
