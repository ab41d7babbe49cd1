import pLimit from "p-limit";
import type { Model, ModelStatic } from "sequelize";
import { type Lease, release } from "#app/database/leases.server.ts";
import { log } from "#app/lib/log.server.ts";

type Arguments = {
  model: ModelStatic<Model>;
  leases: Lease[];
  parallel: number;
  isStopping: () => boolean;
  work: (lease: Lease) => Promise<void>;
};

/** Works on claimed rows, some in parallel. When the process stops, those not begun are released. */
export async function workOnLeases({ model, leases, parallel, isStopping, work }: Arguments): Promise<void> {
  const limit = pLimit(parallel);
  const released: Lease[] = [];
  await Promise.all(
    leases.map((lease) =>
      limit(async () => {
        if (isStopping()) {
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
