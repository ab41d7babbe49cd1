import { PushSubscription } from "#app/models/index.server.ts";
import { pushTo } from "#app/services/push/push-to.server.ts";
import { leaseJob } from "./lease-job.server.ts";

export const pushes = leaseJob({
  name: "push messages",
  model: PushSubscription,
  where: { state: "queued" },
  limit: 20,
  parallel: 5,
  work: (lease) => pushTo(lease),
});
