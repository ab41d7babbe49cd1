import { literal, Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import type { EvidenceReason } from "#app/lib/evidence.ts";
import { Evidence, Statement, StatementEvidence, Submission } from "#app/models/index.server.ts";
import { takeBackEvidence } from "#app/services/submissions/statement-evidence.server.ts";
import { insertDeciding } from "./save-evidence.server.ts";

const BATCH = 500;

const isUnknown = (table: string) =>
  `NOT EXISTS (SELECT 1 FROM evidence n WHERE n.decides = ${table}.submissionId)`;
const isTakenBack = (table: string) =>
  `source = 'statement' AND decides IS NOT NULL AND NOT EXISTS
     (SELECT 1 FROM statementEvidence e WHERE e.submissionId = ${table}.decides)`;

/** Has evidence decide what a server of the version before has decided by a statement. */
export async function copyEarlierEvidence(): Promise<boolean> {
  const { rows, gone } = await inTransaction(async (transaction) => {
    const taken = await Evidence.findAll({
      where: literal(isTakenBack("`Evidence`")),
      attributes: ["workspaceId", "decides"],
      limit: BATCH,
      transaction,
    });
    for (const { workspaceId, decides } of taken)
      await takeBackEvidence({ workspaceId, submissionId: [decides as string] }, transaction);
    const unknown = await StatementEvidence.findAll({
      where: literal(isUnknown("`StatementEvidence`")),
      limit: BATCH,
      transaction,
    });
    const [statements, claims] = await Promise.all([
      Statement.findAll({
        where: { id: unknown.flatMap(({ statementId }) => statementId ?? []) },
        attributes: ["id", "matchingId", "createdAt", "columns"],
        transaction,
      }),
      Submission.findAll({
        where: { id: { [Op.in]: unknown.map(({ submissionId }) => submissionId) } },
        attributes: ["id", "platformId"],
        transaction,
      }),
    ]);
    for (const { submissionId, workspaceId, statementId, fileName, fileHash, ...row } of unknown.map((one) =>
      one.get(),
    )) {
      const platformId = claims.find(({ id }) => id === submissionId)?.platformId;
      if (platformId === undefined) continue;
      const statement = statements.find(({ id }) => id === statementId) ?? null;
      const texts = JSON.parse(row.reasons) as string[];
      const reasons: EvidenceReason[] = texts.map((text) => ({ text, weight: 0, for: row.lines !== "[]" }));
      const { lines, accounts, jobId, createdAt: decidedAt } = row;
      await insertDeciding(
        { workspaceId, platformId, statement, fileName, fileHash },
        [{ submissionId, lines, reasons: JSON.stringify(reasons), accounts, jobId, decidedAt }],
        transaction,
      );
    }
    return { rows: unknown.length, gone: taken.length };
  });
  return rows === BATCH || gone === BATCH;
}
