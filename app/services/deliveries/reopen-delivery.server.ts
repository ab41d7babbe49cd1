import { Op, type Transaction } from "sequelize";
import { fromNow } from "#app/database/leases.server.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { lockConnections } from "./lock-connections.server.ts";

/**
 * Makes a failed delivery that is still in time due again, under the event id it has.
 * @returns false if it is sent, under way or past its window, or its person is erased or has withdrawn it
 */
export async function reopenDelivery(
  { id, workspaceId, submissionId, adPlatform }: Delivery,
  { replayId = null }: { replayId?: string | null },
  transaction: Transaction,
): Promise<boolean> {
  const submission = await Submission.findOne({
    where: { id: submissionId, workspaceId },
    attributes: ["id", "erasedAt", "withdrawnAt"],
    lock: true,
    transaction,
  });
  if (!submission || submission.erasedAt || submission.withdrawnAt) return false;
  const connections = await lockConnections(workspaceId, "shared", transaction);
  // Who disconnected and connected again has another one.
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
  return reopened === 1;
}
