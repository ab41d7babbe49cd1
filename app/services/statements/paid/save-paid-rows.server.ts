import type { Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { newId } from "#app/lib/ids.ts";
import { keyedHash } from "#app/lib/secrets.server.ts";
import { PaidCommission, type Statement } from "#app/models/index.server.ts";
import type { PaidRow } from "./list-paid-rows.ts";

/** Saves rows that a statement pays for, as a matching found them. */
export const savePaidRows =
  ({ id: matchingId, statement }: { id: string; statement: Statement }, rows: readonly PaidRow[]) =>
  async (transaction: Transaction): Promise<void> => {
    const { id: statementId, workspaceId, platformId, name: fileName, createdAt: uploadedAt } = statement;
    const uploadedOn = uploadedAt.toISOString().slice(0, 10);
    const stored = rows.map(({ client, day, submissionIds, ...row }) => ({
      ...row,
      id: newId(),
      statementId,
      workspaceId,
      matchingId,
      platformId,
      fileName,
      uploadedAt,
      day: day ?? uploadedOn,
      clientHash: keyedHash("client", `${platformId} ${client}`),
      submissionIds: JSON.stringify(submissionIds),
    }));
    await insertRows(PaidCommission, stored as PaidCommission[], transaction);
  };
