import type { Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { databaseNow } from "#app/database/dialect.server.ts";
import { LEASE_MS } from "#app/database/queries/delivery-claims.server.ts";
import { newId } from "#app/lib/ids.ts";
import { Connection, Delivery, type Submission } from "#app/models/index.server.ts";
import { sendDeadline } from "#app/services/ad-platforms/delivery-window.ts";
import { connectionWindowMs } from "#app/services/connections/connections.server.ts";

/** A delivery that the caller holds and attempts at once, after the commit. */
export type CreatedDelivery = { id: string; isDue: boolean };

/**
 * Writes one delivery per connected platform, each with its event id for life, in the transaction that marks the submission handled.
 * Those that can be sent are claimed by `leaseToken` already.
 */
export async function createDeliveries(
  submission: Submission,
  leaseToken: string,
  transaction: Transaction,
): Promise<CreatedDelivery[]> {
  const connections = await Connection.findAll({ where: { userId: submission.userId }, transaction });
  const existing = await Delivery.findAll({ where: { submissionId: submission.id }, transaction });
  const now = new Date();
  const opened: CreatedDelivery[] = [];
  for (const connection of connections) {
    const last = sendDeadline(submission.createdAt, connectionWindowMs(connection));
    const state = last <= now ? "expired" : connection.status === "invalid" ? "parked" : "queued";
    const isDue = state === "queued";
    const standing = existing.find(({ adPlatform }) => adPlatform === connection.adPlatform);
    const values = {
      connectionId: connection.id,
      state,
      leaseToken: isDue ? leaseToken : null,
      receipt: null,
      attemptCount: isDue ? 1 : 0,
      sendBefore: last,
      updatedAt: now,
    } as const;
    // One that was cancelled before any attempt is opened again, under the id it had.
    const delivery = standing
      ? await standing.update(values, { transaction })
      : await Delivery.create(
          {
            ...values,
            dueAt: null,
            submissionId: submission.id,
            userId: submission.userId,
            adPlatform: connection.adPlatform,
            eventId: newId(),
            transientCount: 0,
            createdAt: now,
          },
          { transaction },
        );
    opened.push({ id: delivery.id, isDue });
  }
  // By the database's clock, like every lease.
  await sequelize.query(
    `UPDATE deliveries SET dueAt = ${databaseNow(LEASE_MS)} WHERE submissionId = :id AND leaseToken = :leaseToken`,
    { replacements: { id: submission.id, leaseToken }, transaction },
  );
  return opened;
}
