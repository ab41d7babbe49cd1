import { Op, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import type { Lease } from "#app/database/leases.server.ts";
import { Delivery } from "#app/models/delivery.server.ts";

type Sent = { lease: Lease; match: { score: number; gap: string | null } | null };

/**
 * Ends the leases of deliveries that an ad platform has accepted, with one statement for all.
 * @returns false if one of them is lost: nothing is changed
 */
export async function markSent(sent: Sent[], transaction: Transaction): Promise<boolean> {
  const id = sent.map(({ lease }) => lease.id).sort();
  const rows = await Delivery.findAll({
    where: { id: { [Op.in]: id } },
    attributes: ["id", "leaseToken"],
    order: [["id", "ASC"]],
    lock: true,
    transaction,
  });
  const tokens = new Map(rows.map((row) => [row.id, row.leaseToken]));
  if (sent.some(({ lease }) => tokens.get(lease.id) !== lease.token)) return false;
  const each = (pick: (one: Sent) => string | number | null) =>
    `CASE id ${sent.map((one) => `WHEN ${escapeValue(one.lease.id)} THEN ${escapeValue(pick(one))}`).join(" ")} END`;
  await sequelize.query(
    `UPDATE deliveries SET state = 'sent', dueAt = NULL, leaseToken = NULL, receipt = NULL, isBacklog = 0,
       updatedAt = ${escapeValue(new Date())}, matchScore = ${each(({ match }) => match?.score ?? null)},
       matchGap = ${each(({ match }) => match?.gap ?? null)}
     WHERE id IN (${id.map(escapeValue).join(", ")})`,
    { transaction, raw: true },
  );
  return true;
}
