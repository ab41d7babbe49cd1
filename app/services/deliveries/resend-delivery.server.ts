import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { claim } from "#app/database/leases.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { attemptDelivery } from "./attempt-delivery.server.ts";

const TIMEOUT_MS = 4.5 * SECOND;

type Arguments = { workspaceId: string; deliveryId: string };

/**
 * Sends a failed delivery once more by hand, at once and under the event id it has.
 * @returns whether the ad platform has it now
 * @throws {NotFound} also for another workspace's
 * @throws {Conflict} `not_failed` when it is sent, under way or past its window
 */
export async function resendDelivery({ workspaceId, deliveryId }: Arguments): Promise<boolean> {
  if (!isId(deliveryId)) throw new NotFound("Delivery");
  const leases = await inTransaction(async (transaction) => {
    const delivery = await Delivery.findOne({ where: { id: deliveryId, workspaceId }, transaction });
    if (!delivery) throw new NotFound("Delivery");
    await Submission.findByPk(delivery.submissionId, { attributes: ["id"], lock: true, transaction });
    const [reopened] = await Delivery.update(
      { state: "queued", receipt: null, updatedAt: new Date() },
      { where: { id: deliveryId, state: "failed", sendBefore: { [Op.gt]: new Date() } }, transaction },
    );
    if (reopened === 0)
      throw new Conflict("not_failed", "Only an event that failed, and is still in time, can be sent again.");
    return claim(Delivery, { id: deliveryId }, transaction);
  });
  for (const lease of leases) await attemptDelivery({ lease, timeoutMs: TIMEOUT_MS });
  const delivery = await Delivery.findByPk(deliveryId, { attributes: ["state"] });
  return delivery?.state === "sent";
}
