import { Op, QueryTypes } from "sequelize";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { databaseNow } from "#app/database/dialect.server.ts";
import { newId } from "#app/lib/ids.ts";
import { Delivery } from "#app/models/delivery.server.ts";

/** Longer than the longest send, so that a lease never runs out under a send that is still going on. */
export const LEASE_MS = 60_000;

const OPEN = "('queued', 'retrying', 'confirming')";

type ClaimLimits = { limit: number; perConnection: number };

/**
 * Claims due deliveries, fairly between connections. Moving `dueAt` forward is the lease: whoever dies simply lets them become due again.
 * The claim has committed when it resolves.
 */
export async function claimDue({
  limit,
  perConnection,
}: ClaimLimits): Promise<{ leaseToken: string; ids: string[] }> {
  const leaseToken = newId();
  const due = await sequelize.query<{ id: string }>(
    `SELECT id FROM (
       SELECT d.id, d.dueAt, ROW_NUMBER() OVER (PARTITION BY d.connectionId ORDER BY d.dueAt) AS turn
       FROM deliveries d LEFT JOIN connections c ON c.id = d.connectionId
       WHERE d.state IN ${OPEN} AND d.dueAt <= ${databaseNow()} AND (c.pausedUntil IS NULL OR c.pausedUntil <= ${databaseNow()})
     ) AS ranked WHERE turn <= :perConnection ORDER BY turn, dueAt LIMIT :limit`,
    { type: QueryTypes.SELECT, replacements: { limit, perConnection } },
  );
  if (due.length === 0) return { leaseToken, ids: [] };
  // Two workers may have seen the same rows: each row goes to whose update finds it still due.
  await inTransaction((transaction) =>
    sequelize.query(
      `UPDATE deliveries SET leaseToken = :leaseToken, dueAt = ${databaseNow(LEASE_MS)}, attemptCount = attemptCount + 1
       WHERE id IN (:ids) AND state IN ${OPEN} AND dueAt <= ${databaseNow()}`,
      { replacements: { leaseToken, ids: due.map(({ id }) => id) }, transaction },
    ),
  );
  const claimed = await Delivery.findAll({ where: { leaseToken }, attributes: ["id"], raw: true });
  return { leaseToken, ids: claimed.map(({ id }) => id) };
}

/** Gives back what was claimed and not begun, so that nobody waits for the lease to run out. */
export async function releaseClaims(leaseToken: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await inTransaction((transaction) =>
    sequelize.query(
      `UPDATE deliveries SET leaseToken = NULL, dueAt = ${databaseNow()}, attemptCount = attemptCount - 1 WHERE leaseToken = :leaseToken AND id IN (:ids)`,
      { replacements: { leaseToken, ids }, transaction },
    ),
  );
}

/** Ends what is past its moment and under nobody's lease. Their submissions already say that the event failed. */
export async function expireOverdue(): Promise<void> {
  const overdue = await Delivery.findAll({
    where: {
      state: { [Op.in]: ["queued", "retrying", "parked"] },
      sendBefore: { [Op.lt]: sequelize.literal(databaseNow()) },
    },
    attributes: ["id"],
    limit: 1_000,
    raw: true,
  });
  if (overdue.length === 0) return;
  await inTransaction((transaction) =>
    sequelize.query(
      `UPDATE deliveries SET state = 'expired', dueAt = NULL, leaseToken = NULL, updatedAt = ${databaseNow()}
       WHERE id IN (:ids) AND state IN ('queued', 'retrying', 'parked') AND sendBefore < ${databaseNow()} AND (leaseToken IS NULL OR dueAt <= ${databaseNow()})`,
      { replacements: { ids: overdue.map(({ id }) => id) }, transaction },
    ),
  );
}
