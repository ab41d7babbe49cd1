import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { finish, type Lease, LostLease, release, reschedule } from "#app/database/leases.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { Import } from "#app/models/index.server.ts";
import { UnreadableTable } from "#app/services/tables/table.ts";

const ATTEMPTS_MAX = 5;
/** How often a file is taken over after its lease ran out: one that ends processes is not read for ever. */
const LOST_LEASES_MAX = 20;
const PAUSE_MS = 5 * SECOND;

type Failed = {
  lease: Lease;
  attemptCount: number;
  error: unknown;
  /** Takes back what was saved of a file that failed, in the same transaction. */
  takeBack?: (transaction: Transaction) => Promise<void> | undefined;
};

/** @throws {Error} for a file that was taken over too often */
export function assertStartable({ lostLeases }: Pick<Import, "lostLeases">): void {
  if (lostLeases > LOST_LEASES_MAX) throw new Error("The file was started too often.");
}

/** Ends a failed reading. A file that can't be read fails at once; a fault of ours is tried again. */
export async function endAttempt({ lease, attemptCount, error, takeBack }: Failed): Promise<void> {
  const fail = (message: string) =>
    inTransaction(async (transaction) => {
      const failed = {
        state: "failed",
        activeHash: null,
        dueAt: null,
        error: message.slice(0, 500),
      } as const;
      if (await finish(Import, lease, failed, transaction)) await takeBack?.(transaction);
    });
  if (error instanceof LostLease) {
    // A process that stops gives it away.
    await release(Import, [lease]);
    return;
  }
  if (error instanceof UnreadableTable) {
    await fail(error.message);
    return;
  }
  log.error({ err: error, fileId: lease.id }, "a file could not be read");
  if (attemptCount >= ATTEMPTS_MAX)
    await fail("Something went wrong on our side while we read this file. Please upload it again.");
  else await inTransaction((transaction) => reschedule(Import, lease, { delayMs: PAUSE_MS }, transaction));
}
