import pLimit from "p-limit";
import type { Model, ModelStatic } from "sequelize";
import { LEASE_MS, type Lease, release } from "#app/database/leases.server.ts";
import { log } from "#app/lib/log.server.ts";

type Arguments = {
  model: ModelStatic<Model>;
  leases: Lease[];
  parallel: number;
  isStopping: () => boolean;
  work: (lease: Lease) => Promise<void>;
};

/** Later than this after the claim, the longest piece of work could outlast its lease. */
const BEGIN_WITHIN_MS = LEASE_MS / 2;

/**
 * Works on claimed rows, some in parallel. Rows not started are released when the process stops or half of
 * their lease is over.
 */
export async function workOnLeases({ model, leases, parallel, isStopping, work }: Arguments): Promise<void> {
  const limit = pLimit(parallel);
  const beginUntil = Date.now() + BEGIN_WITHIN_MS;
  const released: Lease[] = [];
  await Promise.all(
    leases.map((lease) =>
      limit(async () => {
        if (isStopping() || Date.now() > beginUntil) {
          released.push(lease);
          return;
        }
        await work(lease).catch((error: unknown) => {
          const details = { err: error, table: model.getTableName(), id: lease.id };
          log.error(details, "work failed; it is due again when its lease expires");
        });
      }),
    ),
  );
  await release(model, released);
}
