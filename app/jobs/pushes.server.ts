import { claimDue, findDue } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { PushSubscription } from "#app/models/index.server.ts";
import { pushTo } from "#app/services/push/push-to.server.ts";
import type { Job } from "./job.server.ts";
import { workOnLeases } from "./work-on-leases.server.ts";

const LIMIT = 20;

export const pushes: Job = {
  name: "push messages",
  everyMs: config.eventPollMs,
  async run(isStopping) {
    const ids = await findDue(PushSubscription, { state: "queued" }, LIMIT);
    if (ids.length === 0) return false;
    const leases = await claimDue(PushSubscription, { id: ids, state: "queued" });
    await workOnLeases({ model: PushSubscription, leases, parallel: 5, isStopping, work: pushTo });
    return ids.length === LIMIT;
  },
};
