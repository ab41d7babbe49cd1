import type { Transaction } from "sequelize";
import { claim, type Lease } from "#app/database/leases.server.ts";
import { newId } from "#app/lib/ids.ts";
import { Connection, Delivery, type Submission } from "#app/models/index.server.ts";
import { sendDeadline } from "#app/services/ad-platforms/delivery-window.ts";
import { connectionWindowMs } from "#app/services/connections/connections.server.ts";
import { recordDeliveryEvents } from "./record-delivery-events.server.ts";

/** The first attempts are the caller's: it makes them under `leases`, after the commit. */
export type CreatedDeliveries = { count: number; leases: Lease[] };

/**
 * Writes one delivery per connected platform, each with its permanent event id, in the transaction that marks
 * the submission handled. Those that can be sent are claimed for the caller.
 */
export async function createDeliveries(
  submission: Submission,
  transaction: Transaction,
): Promise<CreatedDeliveries> {
  const connections = await Connection.findAll({
    where: { workspaceId: submission.workspaceId },
    transaction,
  });
  const existing = await Delivery.findAll({ where: { submissionId: submission.id }, transaction });
  const now = new Date();
  for (const connection of connections) {
    const sendBefore = sendDeadline(submission.createdAt, connectionWindowMs(connection));
    const state = sendBefore <= now ? "expired" : connection.status === "invalid" ? "parked" : "queued";
    const values = { connectionId: connection.id, state, sendBefore, receipt: null, updatedAt: now } as const;
    const cancelled = existing.find(({ adPlatform }) => adPlatform === connection.adPlatform);
    // One that was cancelled before any attempt is opened again, under the id it had.
    const delivery = cancelled
      ? await cancelled.update(values, { transaction })
      : await Delivery.create(
          {
            ...values,
            dueAt: null,
            leaseToken: null,
            attemptCount: 0,
            submissionId: submission.id,
            workspaceId: submission.workspaceId,
            adPlatform: connection.adPlatform,
            eventId: newId(),
            transientCount: 0,
            createdAt: now,
          },
          { transaction },
        );
    await recordDeliveryEvents([delivery], state, transaction);
  }
  const leases = await claim(Delivery, { submissionId: submission.id, state: "queued" }, transaction);
  return { count: connections.length, leases };
}
