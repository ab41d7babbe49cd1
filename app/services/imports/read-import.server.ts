import { holdLease, type Lease } from "#app/database/leases.server.ts";
import { Import } from "#app/models/index.server.ts";
import { assertStartable, endAttempt } from "./end-attempt.server.ts";
import type { FileKinds } from "./import-kinds.server.ts";

/** Reads a claimed file as its kind does; a timer renews the lease. A file that cannot be read fails. */
export async function readImport(lease: Lease, kinds: FileKinds, isStopping: () => boolean): Promise<void> {
  const found = await Import.findOne({
    where: { id: lease.id },
    attributes: ["id", "workspaceId", "kind", "attemptCount", "lostLeases"],
  });
  if (!found || found.kind === "manual") return;
  const { read, takeBack } = kinds[found.kind];
  const { id, workspaceId, attemptCount } = found;
  try {
    assertStartable(found);
    await holdLease(Import, lease, (held) => read(lease, { held, isStopping }));
  } catch (error) {
    await endAttempt({
      lease,
      attemptCount,
      error,
      takeBack: (transaction) => takeBack?.({ id, workspaceId }, transaction),
    });
  }
}
