import { claimDue } from "#app/database/leases.server.ts";
import { findDueDeliveries } from "#app/database/queries/due-deliveries.server.ts";
import { config } from "#app/env.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/domain.ts";
import { Delivery } from "#app/models/index.server.ts";
import { attemptDelivery } from "#app/services/deliveries/attempt-delivery.server.ts";
import { expireDeliveries } from "#app/services/deliveries/expire-deliveries.server.ts";
import type { Job } from "./job.server.ts";
import { workOnLeases } from "./work-on-leases.server.ts";

const TIMEOUT_MS = 20 * SECOND;
const LIMIT = 20;
const PER_CONNECTION = 5;

export const deliveries: Job = {
  name: "deliveries",
  everyMs: config.deliveryPollMs,
  async run(isStopping) {
    await expireDeliveries();
    const ids = await findDueDeliveries({ limit: LIMIT, perConnection: PER_CONNECTION });
    if (ids.length === 0) return false;
    const leases = await claimDue(Delivery, { id: ids, state: [...DELIVERY_CLAIMABLE_STATES] });
    await workOnLeases({
      model: Delivery,
      leases,
      parallel: 10,
      isStopping,
      work: (lease) => attemptDelivery({ lease, timeoutMs: TIMEOUT_MS }),
    });
    return ids.length === LIMIT;
  },
};
