import pLimit from "p-limit";
import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { claimDue, expireOverdue, giveBack } from "#app/models/delivery-claims.server.ts";
import { attemptDelivery } from "./attempt-delivery.server.ts";

const SEND_TIMEOUT_MS = 20 * SECOND;
const CLAIM_LIMIT = 20;
const PER_CONNECTION = 5;
const PARALLEL = 10;
const STOP_MS = 10 * SECOND;

export type DeliveryWorker = { stop(): Promise<void> };

/** Sends what is due, round after round, until stopped. Any number may run at once, in any number of processes. */
export function startDeliveryWorker(): DeliveryWorker {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let wake: () => void = () => {};
  const begun = new Set<string>();
  let held: { leaseToken: string; ids: string[] } = { leaseToken: "", ids: [] };

  const round = async () => {
    await expireOverdue();
    held = await claimDue({ limit: CLAIM_LIMIT, perConnection: PER_CONNECTION });
    const { leaseToken, ids } = held;
    const limit = pLimit(PARALLEL);
    await Promise.all(
      ids.map((deliveryId) =>
        limit(async () => {
          if (isStopping) return;
          begun.add(deliveryId);
          await attemptDelivery({ deliveryId, leaseToken, timeoutMs: SEND_TIMEOUT_MS });
        }),
      ),
    );
    if (isStopping)
      await giveBack(
        leaseToken,
        ids.filter((id) => !begun.has(id)),
      );
    begun.clear();
    return ids.length;
  };

  const running = (async () => {
    while (!isStopping) {
      let count = 0;
      try {
        count = await round();
      } catch (error) {
        log.error({ err: error }, "a delivery round failed; the next one follows");
      }
      if (isStopping || count === CLAIM_LIMIT) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, config.deliveryPollMs);
      });
    }
  })();

  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      wake();
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
    },
  };
}
