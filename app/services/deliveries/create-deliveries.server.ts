import type { Transaction } from "sequelize";
import { claim, type Lease } from "#app/database/leases.server.ts";
import { newId } from "#app/lib/ids.ts";
import { type Connection, Delivery, type Submission } from "#app/models/index.server.ts";
import { sendDeadline } from "#app/services/ad-platforms/delivery-window.ts";
import { connectionWindowMs } from "#app/services/connections/connections.server.ts";
import { lockConnections } from "./lock-connections.server.ts";
import { recordDeliveryEvents } from "./record-delivery-events.server.ts";
import { describeWithoutAmount, findFormSettings, isSwitchedOff } from "./without-amount.server.ts";

/** The first attempts are the caller's: it makes them under `leases`, after the commit. */
export type CreatedDeliveries = { isSending: boolean; leases: Lease[] };

/**
 * Writes one delivery per connected platform, each with its permanent event id, in the transaction that marks
 * the submission handled. Those that can be sent are claimed for the caller.
 * @returns `isSending`: whether any is more than skipped
 */
export async function createDeliveries(
  submission: Submission,
  verifiedAmount: string | null,
  transaction: Transaction,
): Promise<CreatedDeliveries> {
  const { id: submissionId, workspaceId } = submission;
  const connections = await lockConnections(workspaceId, "shared", transaction);
  const existing = await Delivery.findAll({ where: { workspaceId, submissionId }, transaction });
  const form = await findFormSettings(submission, transaction);
  const isSkipped = ({ adPlatform }: Connection) =>
    isSwitchedOff(adPlatform, form) ||
    (verifiedAmount === null && describeWithoutAmount(adPlatform, submission, form)?.sentAs === null);
  const now = new Date();
  for (const connection of connections) {
    const sendBefore = sendDeadline(submission.createdAt, connectionWindowMs(connection));
    const state = isSkipped(connection) ? "skipped" : stateAtFirst(connection, sendBefore, now);
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
            submissionId,
            workspaceId,
            adPlatform: connection.adPlatform,
            eventId: newId(),
            transientCount: 0,
            createdAt: now,
          },
          { transaction },
        );
    await recordDeliveryEvents([delivery], state, transaction);
  }
  const leases = await claim(Delivery, { workspaceId, submissionId, state: "queued" }, transaction);
  return { isSending: connections.some((connection) => !isSkipped(connection)), leases };
}

function stateAtFirst({ status }: Connection, sendBefore: Date, now: Date) {
  if (sendBefore <= now) return "expired";
  return status === "invalid" ? "parked" : "queued";
}
