import type { Transaction } from "sequelize";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { ClaimReversal, type Statement, Submission } from "#app/models/index.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import type { Reversal } from "./matching/types.ts";

const INSERTED = 500;

/** Replaces what a statement takes back of claims. It stays with them, by the file's name, when it is deleted. */
export async function saveReversals(
  { id: statementId, workspaceId, name: fileName }: Pick<Statement, "id" | "workspaceId" | "name">,
  reversals: readonly Reversal[],
  transaction: Transaction,
): Promise<void> {
  const where = { statementId, workspaceId };
  const known = await ClaimReversal.findAll({ where, attributes: ["submissionId"], raw: true, transaction });
  await ClaimReversal.destroy({ where, transaction });
  const rows = reversals.map(({ submissionId, line, at }) => ({
    submissionId,
    statementId,
    line,
    workspaceId,
    fileName,
    at,
    createdAt: new Date(),
  }));
  for (let from = 0; from < rows.length; from += INSERTED)
    await insertRows(ClaimReversal, rows.slice(from, from + INSERTED), transaction);
  const flagged = new Set(rows.map(({ submissionId }) => submissionId));
  for (const { submissionId } of known) flagged.delete(submissionId);
  // Programs ask for claims by their last change.
  await Submission.update(
    { updatedAt: new Date() },
    { where: { id: [...flagged], workspaceId }, silent: true, transaction },
  );
  const events = [...flagged].map((subjectId) => ({
    type: "submission.reversed" as const,
    workspaceId,
    subjectId,
    payload: { statementId },
  }));
  await recordEvents(events, transaction);
}
