import { Op, type Transaction } from "sequelize";
import { fromNow } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/domain.ts";
import { Connection, Delivery } from "#app/models/index.server.ts";
import type { DeliveryResult } from "#app/services/ad-platforms/ad-platform.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";

/** Whether the owner has connected again since the delivery was loaded: a refusal is then of the old credential. */
export async function isReconnected(connection: Connection, transaction: Transaction): Promise<boolean> {
  const current = await Connection.findByPk(connection.id, {
    attributes: ["connectedAt"],
    lock: true,
    transaction,
  });
  return current !== null && current.connectedAt.getTime() !== connection.connectedAt.getTime();
}

/** A refused credential parks all that is open on the connection; a limit lets it rest. */
export async function updateConnectionHealth(
  connection: Connection,
  delivery: Delivery,
  result: DeliveryResult,
  transaction: Transaction,
): Promise<void> {
  switch (result.outcome) {
    case "accepted":
      await connection.update(
        { lastAcceptedAt: new Date(), lastError: null, pausedUntil: null },
        { transaction },
      );
      return;
    case "parked": {
      const lastError = (result.remedy ?? result.message ?? "").slice(0, 500);
      // Conditional, because several attempts may be refused at once: the event is recorded once.
      const [refused] = await Connection.update(
        { status: "invalid", lastError },
        { where: { id: connection.id, status: "connected" }, transaction },
      );
      if (refused === 1) {
        const { id, workspaceId, adPlatform } = connection;
        await recordEvents(
          [{ type: "connection.refused", workspaceId, subjectId: id, payload: { adPlatform } }],
          transaction,
        );
      }
      await Delivery.update(
        { state: "parked", dueAt: null, updatedAt: new Date() },
        {
          where: {
            connectionId: connection.id,
            state: { [Op.in]: DELIVERY_CLAIMABLE_STATES },
            leaseToken: null,
            id: { [Op.ne]: delivery.id },
          },
          transaction,
        },
      );
      return;
    }
    case "transient":
    case "ambiguous":
    case "permanent": {
      if (result.retryAfterMs === null) return;
      const restMs = Math.min(result.retryAfterMs, HOUR) * config.deliveryRetryScale;
      await connection.update({ pausedUntil: fromNow(restMs) }, { transaction });
      return;
    }
    case "submitted":
      // Its wait is for the result, not for the connection.
      return;
  }
}
