import { QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue, onConflictAdd } from "#app/database/dialect.server.ts";

/** Marks days whose money must be added up again. */
export async function markDays(
  workspaceId: string,
  days: readonly string[],
  transaction: Transaction,
): Promise<void> {
  if (days.length === 0) return;
  // In one order, so that two transactions with the same days do not wait for each other.
  const values = [...new Set(days)]
    .sort()
    .map((day) => `(${[workspaceId, day, 1].map(escapeValue).join(", ")})`);
  await sequelize.query(
    `INSERT INTO dayMarks (workspaceId, day, version) VALUES ${values.join(", ")}
     ${onConflictAdd(["workspaceId", "day"], "version")}`,
    { transaction, type: QueryTypes.RAW },
  );
}
