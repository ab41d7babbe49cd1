import type { Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { newId } from "#app/lib/ids.ts";
import { PaidCommission, type Statement } from "#app/models/index.server.ts";
import type { ListedFact } from "#app/services/client-facts/read-facts.ts";
import {
  hashClient,
  saveClaimClients,
  saveClientFacts,
} from "#app/services/client-facts/save-client-facts.server.ts";
import type { PaidRow } from "./list-paid-rows.ts";

type Matching = { id: string; statement: Statement };

/** Saves rows that a statement pays for, as a matching found them. */
export const savePaidRows =
  ({ id: matchingId, statement }: Matching, rows: readonly PaidRow[]) =>
  async (transaction: Transaction): Promise<void> => {
    const { id: statementId, workspaceId, platformId, name: fileName, createdAt: uploadedAt } = statement;
    const uploadedOn = uploadedAt.toISOString().slice(0, 10);
    const stored = rows.map(({ client, day, submissionIds, ...row }) => ({
      ...row,
      id: newId(),
      source: "statement" as const,
      brokerRowId: null,
      statementId,
      workspaceId,
      matchingId,
      platformId,
      fileName,
      uploadedAt,
      day: day ?? uploadedOn,
      clientHash: hashClient({ platformId }, client),
      submissionIds: JSON.stringify(submissionIds),
    }));
    await insertRows(PaidCommission, stored as PaidCommission[], transaction);
    const claimed = rows.flatMap(({ submissionIds }, index) =>
      submissionIds.map((submissionId) => ({ submissionId, clientHash: stored[index]?.clientHash ?? "" })),
    );
    await saveClaimClients(workspaceId, claimed, transaction);
  };

/** Saves what a statement says of its clients, as a matching found it. */
export const saveFactsOfFile =
  ({ id: matchingId, statement }: Matching, facts: readonly ListedFact[]) =>
  (transaction: Transaction): Promise<void> => {
    const { id: statementId, createdAt: receivedAt } = statement;
    const of = { source: "statement" as const, statementId, matchingId, brokerRowId: null, receivedAt };
    return saveClientFacts(
      statement,
      facts.map((fact) => ({ ...fact, ...of })),
      transaction,
    );
  };
