import pLimit from "p-limit";
import { claimDue, expireOverdue, releaseClaims } from "#app/database/queries/delivery-claims.server.ts";
import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { type PollingJob, startPolling } from "#app/lib/polling-job.server.ts";
import { attemptDelivery } from "./attempt-delivery.server.ts";

const SEND_TIMEOUT_MS = 20 * SECOND;
const CLAIM_LIMIT = 20;
const PER_CONNECTION = 5;
const PARALLEL = 10;
const STOP_MS = 10 * SECOND;

/** Sends what is due, round after round, until stopped. Any number may run at once, in any number of processes. */
export function startDeliveryWorker(): PollingJob {
  return startPolling({ job: "deliveries", pauseMs: config.deliveryPollMs, stopMs: STOP_MS, round });
}

async function round(isStopping: () => boolean): Promise<boolean> {
  await expireOverdue();
  const { leaseToken, ids } = await claimDue({ limit: CLAIM_LIMIT, perConnection: PER_CONNECTION });
  const begun = new Set<string>();
  const limit = pLimit(PARALLEL);
  await Promise.all(
    ids.map((deliveryId) =>
      limit(async () => {
        if (isStopping()) return;
        begun.add(deliveryId);
        await attemptDelivery({ deliveryId, leaseToken, timeoutMs: SEND_TIMEOUT_MS });
      }),
    ),
  );
  if (isStopping())
    await releaseClaims(
      leaseToken,
      ids.filter((id) => !begun.has(id)),
    );
  return ids.length === CLAIM_LIMIT;
}
