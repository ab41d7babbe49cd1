import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { Statement, StatementEvidence, Submission } from "#app/models/index.server.ts";
import { BATCH_MAX, decideBatch } from "#app/services/submissions/decide-batch.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { getStatement } from "./list-statements.server.ts";

/**
 * Takes back every decision of a statement whose first attempt has not begun.
 * @throws {Conflict} `changed_meanwhile`: its job still runs, or nothing was decided
 */
export async function undoStatement({
  access,
  statementId,
}: {
  access: Access;
  statementId: string;
}): Promise<{ undone: number; keptBecauseSent: string[] }> {
  const { workspaceId, userId } = access;
  const { statement, job } = await getStatement({ workspaceId, statementId });
  if (statement.decidedAt === null)
    throw new Conflict("changed_meanwhile", "Nothing of this statement is decided.");
  if (job?.isRunning)
    throw new Conflict("changed_meanwhile", "It is still being decided. Try again in a moment.");
  const evidence = await retryRead(() =>
    StatementEvidence.findAll({
      where: { workspaceId, statementId },
      attributes: ["submissionId"],
      raw: true,
    }),
  );
  const ids = evidence.map(({ submissionId }) => submissionId);
  let undone = 0;
  const keptBecauseSent: string[] = [];
  for (let at = 0; at < ids.length; at += BATCH_MAX) {
    const claims = await retryRead(() =>
      Submission.findAll({
        where: {
          workspaceId,
          id: { [Op.in]: ids.slice(at, at + BATCH_MAX) },
          status: ["handled", "rejected"],
        },
        attributes: ["id", "status"],
      }),
    );
    const decisions = claims.map(({ id, status }) => ({
      ...{ submissionId: id, userId, access, expected: status, isInBackground: true },
      input: { status: "pending" as const },
    }));
    await decideBatch(workspaceId, decisions, async (outcomes, transaction) => {
      const taken = claims.filter((_, index) => outcomes[index]?.kind === "changed").map(({ id }) => id);
      undone += taken.length;
      for (const [index, outcome] of outcomes.entries())
        if (outcome.kind === "failed" && outcome.error.code === "already_sent")
          keptBecauseSent.push(claims[index]?.id ?? "");
      await StatementEvidence.destroy({ where: { workspaceId, submissionId: taken }, transaction });
    });
  }
  await inTransaction(async (transaction) => {
    await assertAccess(access, "submissions:write", transaction);
    // Once nothing of it stands, the same file can be uploaded again.
    const isGone = keptBecauseSent.length === 0;
    await Statement.update(
      { undoneAt: new Date(), ...(isGone ? { decidedAt: null } : {}) },
      { where: { id: statementId, workspaceId }, transaction },
    );
  });
  return { undone, keptBecauseSent };
}
