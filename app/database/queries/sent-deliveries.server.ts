import { QueryTypes, type Transaction } from "sequelize";
import { caseById, listIds } from "#app/database/case-by-id.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import type { Lease } from "#app/database/leases.server.ts";

/** A delivery, by the id and token of its lease. */
type SentDelivery = Lease & { match: { score: number; gap: string | null } | null };

/**
 * Ends the leases of accepted deliveries with one statement.
 * @returns false if one of them is lost: the transaction must not commit
 */
export async function markSent(sent: SentDelivery[], transaction: Transaction): Promise<boolean> {
  const changed = (await sequelize.query(
    `UPDATE deliveries SET matchScore = ${caseById(sent, ({ match }) => match?.score ?? null)},
       matchGap = ${caseById(sent, ({ match }) => match?.gap ?? null)}, state = 'sent', dueAt = NULL,
       receipt = NULL, isBacklog = 0, updatedAt = ${escapeValue(new Date())}, leaseToken = NULL
     WHERE id IN (${listIds(sent)}) AND leaseToken = ${caseById(sent, ({ token }) => token)}`,
    { type: QueryTypes.BULKUPDATE, transaction, raw: true },
  )) as unknown as number;
  return changed === sent.length;
}
