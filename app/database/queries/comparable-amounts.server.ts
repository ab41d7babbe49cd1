import { QueryTypes, type Transaction } from "sequelize";
import { caseById, listIds } from "#app/database/case-by-id.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import type { Submission } from "#app/models/index.server.ts";

type Row = Pick<Submission, "id" | "amountRank" | "comparableAmount">;

/** Saves what lists sort submissions of a workspace by, with one statement. */
export async function saveComparables(
  workspaceId: string,
  rows: Row[],
  transaction: Transaction,
): Promise<void> {
  if (rows.length === 0) return;
  await sequelize.query(
    `UPDATE submissions SET amountRank = ${caseById(rows, ({ amountRank }) => amountRank)},
       comparableAmount = ${caseById(rows, ({ comparableAmount }) => comparableAmount)}
     WHERE id IN (${listIds(rows)}) AND workspaceId = ${escapeValue(workspaceId)}`,
    { type: QueryTypes.RAW, transaction },
  );
}
