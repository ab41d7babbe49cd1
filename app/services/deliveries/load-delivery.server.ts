import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import type { DeliveryState } from "#app/lib/domain.ts";
import { newId } from "#app/lib/ids.ts";
import {
  Connection,
  Delivery,
  DeliveryAttempt,
  OptInForm,
  Submission,
  User,
} from "#app/models/index.server.ts";

export type LoadedDelivery = {
  delivery: Delivery;
  submission: Submission;
  connection: Connection | null;
  form: OptInForm | null;
  /** Whether the owner has asked to delete the account. */
  isOwnerGone: boolean;
};
export type ConnectedDelivery = LoadedDelivery & { connection: Connection };

/** The delivery with all that an attempt needs; null if the lease has passed to somebody else. */
export async function loadDelivery(deliveryId: string, leaseToken: string): Promise<LoadedDelivery | null> {
  const delivery = await Delivery.findOne({
    where: { id: deliveryId, leaseToken, state: { [Op.in]: ["queued", "retrying", "confirming"] } },
    include: [
      { model: Submission, as: "submission" },
      { model: Connection, as: "connection" },
    ],
  });
  if (!delivery?.submission) return null;
  const form = await OptInForm.findByPk(delivery.submission.formId, { attributes: ["eventName"] });
  const isOwnerGone =
    (await User.count({ where: { id: delivery.userId, deleteRequestedAt: { [Op.ne]: null } } })) > 0;
  return {
    delivery,
    submission: delivery.submission,
    connection: delivery.connection ?? null,
    form,
    isOwnerGone,
  };
}

/** Records claims whose outcome was never saved: the process died, and the platform may have the event. */
export async function recordInterruptedAttempts(delivery: Delivery): Promise<void> {
  const recorded = await DeliveryAttempt.count({ where: { deliveryId: delivery.id } });
  if (delivery.state === "confirming") {
    // An interrupted look at the result sent nothing.
    delivery.attemptCount = recorded + 1;
    return;
  }
  const missing = Array.from(
    { length: delivery.attemptCount - 1 - recorded },
    (_, index) => recorded + 1 + index,
  );
  if (missing.length === 0) return;
  await inTransaction(async (transaction) => {
    for (const number of missing) {
      await DeliveryAttempt.findOrCreate({
        where: { deliveryId: delivery.id, number },
        defaults: {
          id: newId(),
          deliveryId: delivery.id,
          number,
          at: delivery.updatedAt,
          durationMs: 0,
          outcome: "ambiguous",
          httpStatus: null,
          platformCode: null,
          message: "The server stopped before the answer was kept.",
          remedy: "The platform may have this event. It is sent once more under the same event id.",
          traceId: null,
          request: null,
          response: null,
        },
        // Without one it opens its own, past the queue that keeps SQLite's writers apart.
        transaction,
      });
    }
  });
}

export const isConnected = (loaded: LoadedDelivery): loaded is ConnectedDelivery =>
  loaded.connection !== null;

export function reasonNotToSend(loaded: LoadedDelivery): DeliveryState | null {
  const { delivery, submission, connection, isOwnerGone } = loaded;
  // What was handed over is followed to its result.
  if (delivery.state !== "confirming") {
    if (isOwnerGone || submission.withdrawnAt || submission.status !== "handled") return "skipped";
    if (delivery.sendBefore <= new Date()) return "expired";
  }
  return connection?.status === "connected" ? null : "parked";
}
