import { Op, type Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import {
  ClientFact,
  Evidence,
  PaidCommission,
  Statement,
  StatementLine,
  StatementMatch,
  StatementReading,
} from "#app/models/index.server.ts";
import type { ImportKey } from "#app/services/imports/import-kinds.server.ts";

/** What a statement pays and says of clients outlives it, but not what an incomplete matching found of that. */
export async function deleteUnreadStatement(
  { id: statementId, workspaceId }: ImportKey,
  transaction: Transaction,
): Promise<void> {
  const where = { id: statementId, workspaceId };
  const found = await Statement.findOne({ where, attributes: ["matchingId"], transaction });
  const hidden = { statementId, workspaceId, matchingId: { [Op.ne]: found?.matchingId ?? null } };
  await PaidCommission.destroy({ where: hidden, transaction });
  await ClientFact.destroy({ where: hidden, transaction });
  await Evidence.destroy({ where: { statementId, workspaceId, decides: null }, transaction });
}

/** Deletes a statement's rows and what was found in them. It is matched again by its keys. */
export async function deleteStatementRows(
  { id: statementId, workspaceId }: ImportKey,
  transaction: Transaction,
): Promise<void> {
  const where = { id: statementId, workspaceId };
  await Statement.update({ dueAt: fromNow(0), leaseToken: null }, { where, transaction });
  const ofIt = { where: { statementId }, transaction };
  await StatementLine.destroy(ofIt);
  await StatementMatch.destroy(ofIt);
  await StatementReading.destroy(ofIt);
  await Evidence.destroy({ where: { statementId, workspaceId, decides: null }, transaction });
  announceDue(Statement, transaction);
}
