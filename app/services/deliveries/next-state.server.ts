import { LEASE_MS } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import type { DeliveryState } from "#app/lib/event-state.ts";
import type { DeliveryResult } from "#app/services/ad-platforms/ad-platform.ts";
import type { DeliveryRow } from "./load-delivery.server.ts";
import { retryDelay } from "./retry-schedule.ts";

type NextState = {
  state: DeliveryState;
  delayMs: number | null;
  /** The step on the schedule. A wait that the platform asked for takes none. */
  transientCount: number;
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
      const delayMs = Math.max(delayAfter(checks + 1, null), delayAfter(1, result.retryAfterMs ?? 0));
      return { state: "confirming", delayMs, transientCount: checks };
    }
    default: {
      const delayMs = delayAfter(transientCount + 1, result.retryAfterMs);
      const isTooLate = Date.now() + delayMs > delivery.sendBefore.getTime();
      // Makes one last attempt just before the window closes.
      const lastMs = delivery.sendBefore.getTime() - Date.now() - LEASE_MS;
      if (isTooLate && lastMs < SECOND)
        return { state: "expired", delayMs: null, transientCount: transientCount + 1 };
      return {
        state: "retrying",
        delayMs: isTooLate ? lastMs : delayMs,
        transientCount: transientCount + (result.retryAfterMs === null ? 1 : 0),
      };
    }
  }
}

const delayAfter = (tries: number, askedMs: number | null) =>
  Math.round(retryDelay({ tries, askedMs }) * config.deliveryRetryScale);
