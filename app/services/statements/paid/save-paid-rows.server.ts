import type { Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { newId } from "#app/lib/ids.ts";
import { keyedHash } from "#app/lib/secrets.server.ts";
import { PaidCommission, type Statement } from "#app/models/index.server.ts";
import type { PaidRow } from "./list-paid-rows.ts";

const INSERTED = 500;

/** Replaces what a statement pays. */
export async function savePaidRows(
  statement: Statement,
  rows: readonly PaidRow[],
  transaction: Transaction,
): Promise<void> {
  const { id: statementId, workspaceId, platformId, fileName, createdAt: uploadedAt } = statement;
  await PaidCommission.destroy({ where: { statementId, workspaceId }, transaction });
  const uploadedOn = uploadedAt.toISOString().slice(0, 10);
  for (let at = 0; at < rows.length; at += INSERTED) {
    const stored = rows.slice(at, at + INSERTED).map(({ client, day, submissionIds, ...row }) => ({
      ...row,
      ...{ id: newId(), statementId, workspaceId, platformId, fileName, uploadedAt },
      day: day ?? uploadedOn,
      clientHash: keyedHash("client", `${platformId} ${client}`),
      submissionIds: JSON.stringify(submissionIds),
    }));
    await insertRows(PaidCommission, stored as PaidCommission[], transaction);
  }
}
