import { QueryTypes } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { databaseNow } from "#app/database/dialect.server.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/domain.ts";

/** The ids of up to `limit` due deliveries, fairly between connections. */
export async function findDueDeliveries({
  limit,
  perConnection,
}: {
  limit: number;
  perConnection: number;
}): Promise<string[]> {
  const due = await sequelize.query<{ id: string }>(
    `SELECT id FROM (
       SELECT d.id, d.dueAt, ROW_NUMBER() OVER (PARTITION BY d.connectionId ORDER BY d.dueAt) AS turn
       FROM deliveries d LEFT JOIN connections c ON c.id = d.connectionId
       WHERE d.state IN (:states) AND d.dueAt <= ${databaseNow()} AND (c.pausedUntil IS NULL OR c.pausedUntil <= ${databaseNow()})
     ) AS ranked WHERE turn <= :perConnection ORDER BY turn, dueAt LIMIT :limit`,
    {
      type: QueryTypes.SELECT,
      replacements: { limit, perConnection, states: [...DELIVERY_CLAIMABLE_STATES] },
    },
  );
  return due.map(({ id }) => id);
}
