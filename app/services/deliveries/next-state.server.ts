import { config } from "#app/env.server.ts";
import { HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import type { DeliveryState } from "#app/lib/event-state.ts";
import type { DeliveryResult } from "#app/services/ad-platforms/ad-platform.ts";
import { planRetry, retryDelay } from "#app/services/retries/plan-retry.server.ts";
import type { DeliveryRow } from "./load-delivery.server.ts";

type NextState = {
  state: DeliveryState;
  delayMs: number | null;
  /** The step on the schedule. A wait that the platform asked for takes none. */
  transientCount: number;
};

/** Eleven attempts within a day, then one every twelve hours. */
export const DELIVERY_RETRIES = {
  stepsMs: [
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
  ],
  scale: config.deliveryRetryScale,
};

/** About five days on the schedule of checks; then the delivery fails. */
export const RESULT_CHECKS_MAX = 18;

/** What becomes of a delivery after a result, and when it is due again. */
export function nextState(delivery: DeliveryRow, result: DeliveryResult): NextState {
  const { transientCount } = delivery;
  switch (result.outcome) {
    case "accepted":
      return { state: "sent", delayMs: null, transientCount };
    case "permanent":
      return { state: "failed", delayMs: null, transientCount };
    case "parked":
      return { state: "parked", delayMs: null, transientCount };
    case "submitted": {
      const checks = delivery.state === "confirming" ? transientCount + 1 : 0;
      if (checks >= RESULT_CHECKS_MAX) return { state: "failed", delayMs: null, transientCount: checks };
      // The platform can only lengthen the schedule, or the checks would be over too soon.
      const nextMs = retryDelay(DELIVERY_RETRIES, { failures: checks + 1 });
      const delayMs = Math.max(
        nextMs,
        retryDelay(DELIVERY_RETRIES, { failures: 1, askedMs: result.retryAfterMs ?? 0 }),
      );
      return { state: "confirming", delayMs, transientCount: checks };
    }
    default: {
      const failures = transientCount + 1;
      const { retryAfterMs: askedMs } = result;
      const delayMs = planRetry(DELIVERY_RETRIES, { failures, askedMs, until: delivery.sendBefore });
      if (delayMs === null) return { state: "expired", delayMs, transientCount: failures };
      return { state: "retrying", delayMs, transientCount: askedMs === null ? failures : transientCount };
    }
  }
}
