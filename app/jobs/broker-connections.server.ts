import { MINUTE } from "#app/lib/dates.ts";
import { BrokerConnection } from "#app/models/index.server.ts";
import { workOnConnection } from "#app/services/brokers/connections/work-on-connection.server.ts";
import { listBrokerApis } from "#app/services/brokers/registry.server.ts";
import { longLeaseJob } from "./lease-job.server.ts";

/** A job for each broker: where one hangs, its connections wait for each other, and no other broker's. */
export const brokerApiJobs = listBrokerApis().map(({ id: kind }) =>
  longLeaseJob({
    name: `API of ${kind}`,
    queryMaxMs: MINUTE,
    model: BrokerConnection,
    places: 4,
    where: { state: "on", kind: [kind] },
    work: (lease, isStopping) => workOnConnection(lease, isStopping),
  }),
);
