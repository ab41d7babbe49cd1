import type { Transaction } from "sequelize";
import { claim, fromNow, type Lease } from "#app/database/leases.server.ts";
import { newId } from "#app/lib/ids.ts";
import { Delivery, type Submission } from "#app/models/index.server.ts";
import { lockConnections } from "./lock-connections.server.ts";
import { planDelivery } from "./plan-delivery.server.ts";
import { recordDeliveryEvents } from "./record-delivery-events.server.ts";
import { findFormSettings } from "./without-amount.server.ts";

/** The first attempts are the caller's: it makes them under `leases`, after the commit. */
export type CreatedDeliveries = { isSending: boolean; leases: Lease[] };

/**
 * Writes one delivery per connected platform, each with its permanent event id, in the transaction that marks
 * the submission handled. Those that can be sent are claimed for the caller.
 * @param options.isInBackground makes them due for the job instead of claiming them
 * @returns `isSending`: whether any is more than skipped
 */
export async function createDeliveries(
  submission: Submission,
  verifiedAmount: string | null,
  transaction: Transaction,
  { isInBackground = false }: { isInBackground?: boolean } = {},
): Promise<CreatedDeliveries> {
  const { id: submissionId, workspaceId } = submission;
  const connections = await lockConnections(workspaceId, "shared", transaction);
  const existing = await Delivery.findAll({ where: { workspaceId, submissionId }, transaction });
  const form = await findFormSettings(submission, transaction);
  const now = new Date();
  const plans = connections.map((connection) => ({
    connection,
    ...planDelivery({ connection, submission, form, hasAmount: verifiedAmount !== null, now }),
  }));
  for (const { connection, sendBefore, state } of plans) {
    const fresh = { receipt: null, isBacklog: false, updatedAt: now };
    const values = { ...fresh, connectionId: connection.id, state, sendBefore } as const;
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
  const isSending = plans.some(({ state }) => state !== "skipped");
  const queued = { workspaceId, submissionId, state: "queued" };
  if (!isInBackground) return { isSending, leases: await claim(Delivery, queued, transaction) };
  await Delivery.update({ dueAt: fromNow(0) }, { where: queued, transaction });
  return { isSending, leases: [] };
}
