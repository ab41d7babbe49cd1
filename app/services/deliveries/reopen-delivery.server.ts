import { Op, type Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { isResting } from "#app/services/retries/health.server.ts";
import { updateEventStatus } from "./event-status.server.ts";
import { lockConnections } from "./lock-connections.server.ts";

/**
 * Makes a failed delivery that is still in time due again, under the event id it has.
 * @returns whether its connection rests; null if it is sent, under way or past its window, or its person is
 *   erased, has withdrawn it or has ended the sharing
 */
export async function reopenDelivery(
  { id, workspaceId, submissionId, adPlatform }: Delivery,
  { replayId = null }: { replayId?: string | null },
  transaction: Transaction,
): Promise<{ isCoolingDown: boolean } | null> {
  const submission = await Submission.findOne({
    where: { id: submissionId, workspaceId },
    lock: true,
    transaction,
  });
  if (!submission || submission.erasedAt || submission.withdrawnAt || submission.sharingEndedAt) return null;
  const connections = await lockConnections(workspaceId, "shared", transaction);
  // A new connection of the platform has another id.
  const connection = connections.find((one) => one.adPlatform === adPlatform);
  const [reopened] = await Delivery.update(
    {
      state: "queued",
      receipt: null,
      connectionId: connection?.id ?? null,
      dueAt: fromNow(0),
      replayId,
      isBacklog: false,
      updatedAt: new Date(),
    } as object,
    { where: { id, workspaceId, state: "failed", sendBefore: { [Op.gt]: new Date() } }, transaction },
  );
  if (reopened === 1) announceDue(Delivery, transaction);
  await updateEventStatus(submission, transaction);
  return reopened === 1 ? { isCoolingDown: connection !== undefined && isResting(connection) } : null;
}
