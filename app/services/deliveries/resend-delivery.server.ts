import { Op } from "sequelize";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { databaseNow } from "#app/database/dialect.server.ts";
import { LEASE_MS } from "#app/database/queries/delivery-claims.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { isId, newId } from "#app/lib/ids.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { attemptDelivery } from "./attempt-delivery.server.ts";

const TIMEOUT_MS = 4.5 * SECOND;

type Arguments = { ownerId: string; deliveryId: string };

/**
 * Sends a failed delivery once more by hand, at once and under the event id it has.
 * @returns whether the ad platform has it now
 * @throws {NotFound} also for another owner's
 * @throws {Conflict} `not_failed` when it is sent, under way or past its window
 */
export async function resendDelivery({ ownerId, deliveryId }: Arguments): Promise<boolean> {
  if (!isId(deliveryId)) throw new NotFound("Delivery");
  const leaseToken = newId();
  await inTransaction(async (transaction) => {
    const delivery = await Delivery.findOne({ where: { id: deliveryId, userId: ownerId }, transaction });
    if (!delivery) throw new NotFound("Delivery");
    await Submission.findByPk(delivery.submissionId, { attributes: ["id"], lock: true, transaction });
    const [claimed] = await Delivery.update(
      {
        state: "queued",
        receipt: null,
        leaseToken,
        dueAt: sequelize.literal(databaseNow(LEASE_MS)) as unknown as Date,
        attemptCount: sequelize.literal("attemptCount + 1") as unknown as number,
        updatedAt: new Date(),
      },
      { where: { id: deliveryId, state: "failed", sendBefore: { [Op.gt]: new Date() } }, transaction },
    );
    if (claimed === 0)
      throw new Conflict("not_failed", "Only an event that failed, and is still in time, can be sent again.");
  });
  await attemptDelivery({ deliveryId, leaseToken, timeoutMs: TIMEOUT_MS });
  const delivery = await Delivery.findByPk(deliveryId, { attributes: ["state"] });
  return delivery?.state === "sent";
}
