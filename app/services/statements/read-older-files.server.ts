import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { has } from "#app/database/dialect.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { Statement } from "#app/models/index.server.ts";

/** Whether there are files that were matched before what their rows say was stored. */
export const hasOlderFiles = (): string =>
  has("statements", "state = 'ready' AND readingId IS NULL AND fileDeletedAt IS NULL AND dueAt IS NULL");

/** Has each of them matched once more, by which their rows are read. */
export async function readOlderFiles(): Promise<void> {
  const where = { state: "ready" as const, readingId: null, fileDeletedAt: null, dueAt: null };
  await inTransaction(async (transaction) => {
    await Statement.update({ dueAt: fromNow(0) }, { where, transaction });
    announceDue(Statement, transaction);
  });
}
