import { inTransaction } from "#app/database/connection.server.ts";
import { updateTotals } from "#app/database/queries/totals.server.ts";
import type { Submission } from "#app/models/index.server.ts";

/** Marks a claim as withdrawn that still waits for a decision. A withdrawal would reject it, too. */
export async function markWithdrawn(submission: Submission): Promise<void> {
  const from = { ...submission.get({ plain: true }) };
  const withdrawnAt = new Date();
  await inTransaction(async (transaction) => {
    await submission.update({ withdrawnAt }, { transaction });
    await updateTotals([{ from, to: { ...from, withdrawnAt } }], transaction);
  });
}
