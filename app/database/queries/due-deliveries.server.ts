import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { databaseNow } from "#app/database/dialect.server.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/domain.ts";

/**
 * The ids of up to `limit` due deliveries, fairly between connections and the oldest first. Those whose pace is
 * used up, or whose connection is paused, wait.
 */
export async function findDueDeliveries({
  limit,
  perConnection,
}: {
  limit: number;
  perConnection: number;
}): Promise<string[]> {
  const due = await sequelize.query<{ id: string }>(
    `SELECT id FROM (
       SELECT d.id, d.createdAt, ROW_NUMBER() OVER (PARTITION BY d.connectionId ORDER BY d.createdAt) AS turn
       FROM deliveries d LEFT JOIN connections c ON c.id = d.connectionId
       WHERE d.state IN (:states) AND d.dueAt <= ${databaseNow()} AND (c.pausedUntil IS NULL OR c.pausedUntil <= ${databaseNow()})
         AND NOT EXISTS (
           SELECT 1 FROM adPlatformPaces p
           WHERE p.id IN (d.connectionId, d.adPlatform) AND p.nextAt > ${databaseNow()}
         )
     ) AS ranked WHERE turn <= :perConnection ORDER BY turn, createdAt LIMIT :limit`,
    {
      type: QueryTypes.SELECT,
      replacements: { limit, perConnection, states: [...DELIVERY_CLAIMABLE_STATES] },
    },
  );
  return due.map(({ id }) => id);
}
