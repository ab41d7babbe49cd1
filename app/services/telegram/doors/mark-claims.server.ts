import { Op, type Transaction, type WhereOptions } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { subquery } from "#app/database/select-sql.server.ts";
import { TelegramClaim, TelegramEntry } from "#app/models/index.server.ts";
import type { ConsumeTogether } from "#app/services/domain-events/consume-together.server.ts";

/** What has the doors of a claim looked at. */
const toQueued = () => ({ state: "queued" as const, dueAt: fromNow(0) as unknown as Date, leaseToken: null });

/** Has the doors of claims looked at that were made or continued in a chat. */
export async function markClaims(
  where: WhereOptions & { workspaceId: string },
  transaction: Transaction,
): Promise<void> {
  const [count] = await TelegramClaim.update(toQueued(), { where, transaction });
  if (count > 0) announceDue(TelegramClaim, transaction);
}

/** Has the doors of changed claims looked at. */
export const noticeDoors: ConsumeTogether = async (workspaceId, events) => {
  const submissionId = [...new Set(events.map(({ subjectId }) => subjectId))];
  return (transaction) => markClaims({ workspaceId, submissionId }, transaction);
};

/** Has all doors looked at through which somebody came. */
export function markEntered(): Promise<void> {
  return inTransaction(async (transaction) => {
    const entered = subquery(TelegramEntry, {
      where: { state: ["open", "in", "waiting"] },
      attributes: ["submissionId"],
    });
    await TelegramClaim.update(toQueued(), {
      where: { submissionId: { [Op.in]: entered }, state: "idle" },
      transaction,
    });
    announceDue(TelegramClaim, transaction);
  });
}
