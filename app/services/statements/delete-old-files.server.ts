import { Op } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { emptyLogSoon } from "#app/database/erased-rows.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import {
  Evidence,
  PaidCommission,
  Statement,
  StatementLine,
  StatementMatch,
  StatementPart,
  StatementReading,
} from "#app/models/index.server.ts";

/**
 * Deletes the file of an expired statement, its rows and what was found in it. It is matched again by its keys;
 * one that was never matched goes with its file.
 * @returns whether there may be more
 */
export async function deleteOldFiles(): Promise<boolean> {
  const statement = await Statement.findOne({
    where: { expiresAt: { [Op.lte]: new Date() }, fileDeletedAt: null },
    attributes: ["id", "workspaceId", "state", "matchingId"],
    order: [["expiresAt", "ASC"]],
  });
  if (!statement) return false;
  const { id, workspaceId, state, matchingId } = statement;
  await inTransaction(async (transaction) => {
    if (state !== "ready") {
      // What it pays outlives it, but not what an incomplete matching found of that.
      await PaidCommission.destroy({
        where: { statementId: id, workspaceId, matchingId: { [Op.ne]: matchingId } },
        transaction,
      });
      await Evidence.destroy({ where: { statementId: id, workspaceId, decides: null }, transaction });
      await Statement.destroy({ where: { id, workspaceId, state }, transaction });
      return;
    }
    const deleted = { fileDeletedAt: new Date(), activeHash: null, dueAt: fromNow(0), leaseToken: null };
    const [count] = await Statement.update(deleted, { where: { id, workspaceId, state }, transaction });
    if (count === 0) return;
    const ofIt = { where: { statementId: id }, transaction };
    await StatementPart.destroy(ofIt);
    await StatementLine.destroy(ofIt);
    await StatementMatch.destroy(ofIt);
    await StatementReading.destroy(ofIt);
    await Evidence.destroy({ where: { statementId: id, workspaceId, decides: null }, transaction });
    announceDue(Statement, transaction);
  });
  emptyLogSoon();
  return true;
}
