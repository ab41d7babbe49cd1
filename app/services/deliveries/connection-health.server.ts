import { Op, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { databaseNow } from "#app/database/dialect.server.ts";
import { config } from "#app/env.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { type Connection, Delivery } from "#app/models/index.server.ts";
import type { DeliveryResult } from "#app/services/ad-platforms/ad-platform.ts";

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
    case "parked":
      await connection.update(
        { status: "invalid", lastError: (result.remedy ?? result.message ?? "").slice(0, 500) },
        { transaction },
      );
      await Delivery.update(
        { state: "parked", dueAt: null, updatedAt: new Date() },
        {
          where: {
            connectionId: connection.id,
            state: { [Op.in]: ["queued", "retrying", "confirming"] },
            leaseToken: null,
            id: { [Op.ne]: delivery.id },
          },
          transaction,
        },
      );
      return;
    case "transient":
    case "ambiguous":
    case "permanent": {
      if (result.retryAfterMs === null) return;
      const restMs = Math.min(result.retryAfterMs, HOUR) * config.deliveryRetryScale;
      await sequelize.query(`UPDATE connections SET pausedUntil = ${databaseNow(restMs)} WHERE id = :id`, {
        replacements: { id: connection.id },
        transaction,
      });
      return;
    }
    case "submitted":
      // Its wait is for the result, not for the connection.
      return;
  }
}
