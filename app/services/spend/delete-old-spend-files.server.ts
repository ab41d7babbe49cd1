import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { STATEMENT_KEPT_DAYS } from "#app/lib/statements.ts";
import { SpendImport, SpendImportPart } from "#app/models/index.server.ts";

/**
 * Deletes an old file of spend; its rows stay. One that was never read to its end goes with its file.
 * @returns whether there may be more
 */
export async function deleteOldSpendFiles(): Promise<boolean> {
  const before = new Date(Date.now() - STATEMENT_KEPT_DAYS * DAY);
  const found = await SpendImport.findOne({
    where: {
      ...{ kind: "file", fileDeletedAt: null, createdAt: { [Op.lte]: before } },
      state: ["columns", "ready", "failed"],
    },
    attributes: ["id", "workspaceId", "state"],
    order: [["createdAt", "ASC"]],
  });
  if (!found) return false;
  const { id, workspaceId, state } = found;
  const where = { id, workspaceId, state };
  await inTransaction(async (transaction) => {
    if (state !== "ready") {
      await SpendImport.destroy({ where, transaction });
      return;
    }
    const deleted = { fileDeletedAt: new Date(), activeHash: null };
    const [count] = await SpendImport.update(deleted, { where, transaction });
    if (count === 1) await SpendImportPart.destroy({ where: { importId: id }, transaction });
  });
  return true;
}
