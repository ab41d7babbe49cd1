import { col, Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { STATEMENT_KEPT_DAYS } from "#app/lib/statements.ts";
import { SpendImport, SpendImportPart, SpendReport, SpendRow } from "#app/models/index.server.ts";

/**
 * Deletes an old file of spend with what it says of days of which nothing counts; its rows stay. One that was never
 * read to its end goes with its file.
 * @returns whether there may be more
 */
export async function deleteOldSpendFiles(): Promise<boolean> {
  const before = new Date(Date.now() - STATEMENT_KEPT_DAYS * DAY);
  const found = await SpendImport.findOne({
    where: {
      kind: "file",
      fileDeletedAt: null,
      createdAt: { [Op.lte]: before },
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
    if (count === 0) return;
    await SpendImportPart.destroy({ where: { importId: id }, transaction });
    const counted = await SpendRow.findAll({
      where: { workspaceId, importId: id },
      attributes: ["day"],
      group: ["day"],
      raw: true,
      transaction,
    });
    // Days that later files say again would be kept once for each file.
    const ofDays = { [Op.eq]: col("toDay"), [Op.notIn]: counted.map(({ day }) => day) };
    await SpendReport.destroy({ where: { workspaceId, importId: id, day: ofDays }, transaction });
  });
  return true;
}
