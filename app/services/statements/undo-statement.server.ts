import { Op, type Transaction } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { Conflict } from "#app/lib/errors.ts";
import { BulkJob, BulkJobItem, Statement, Submission } from "#app/models/index.server.ts";
import { readDecision } from "#app/services/bulk/bulk-jobs.server.ts";
import { forgetAccounts } from "#app/services/known-accounts/teach-accounts.server.ts";
import {
  BATCH_MAX,
  type DecisionOutcome,
  decideBatch,
} from "#app/services/submissions/decide-batch.server.ts";
import { toDecider } from "#app/services/submissions/write-decisions.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { getStatement } from "./list-statements.server.ts";

type UndoResult = { undone: number; keptBecauseSent: string[] };

/**
 * Takes back every decision of a statement, or of some of its jobs, whose first attempt has not begun, but none
 * that somebody has made since.
 * @throws {Conflict} `changed_meanwhile`: a job of it still runs, or nothing was decided
 */
export async function undoStatement({
  access,
  statementId,
  jobIds = [],
}: {
  access: Access;
  statementId: string;
  jobIds?: string[];
}): Promise<UndoResult> {
  const { workspaceId } = access;
  const { statement, job } = await getStatement({ workspaceId, statementId });
  const { decidedAt } = statement;
  if (decidedAt === null) throw new Conflict("changed_meanwhile", "Nothing of this statement is decided.");
  if (job?.isRunning)
    throw new Conflict("changed_meanwhile", "It is still being decided. Try again in a moment.");
  const all = await retryRead(() =>
    BulkJob.findAll({ where: { workspaceId, statementId, kind: "decide", state: "done", undoneAt: null } }),
  );
  const jobs = jobIds.length === 0 ? all : all.filter(({ id }) => jobIds.includes(id));
  if (jobIds.length > 0 && jobs.length === 0)
    throw new Conflict("changed_meanwhile", "This was undone already.");
  const result: UndoResult = { undone: 0, keptBecauseSent: [] };
  for (const one of jobs) await undoJob(access, one, result);
  await inTransaction(async (transaction) => {
    await assertAccess(access, "statements:write", transaction);
    const now = new Date();
    const isGone = result.keptBecauseSent.length === 0;
    const where = { workspaceId, id: jobs.map(({ id }) => id) };
    // What was kept can't be undone later either.
    const change = isGone ? { undoneAt: now, dismissedAt: now } : { holdSeconds: 0 };
    await BulkJob.update(change, { where, transaction });
    if (isGone && jobs.length < all.length) return;
    // Whatever was decided meanwhile stays decided.
    await Statement.update(
      { undoneAt: now, ...(isGone ? { decidedAt: null, activeHash: null } : {}) },
      { where: { id: statementId, workspaceId, decidedAt }, transaction },
    );
  });
  return result;
}

async function undoJob(access: Access, job: BulkJob, result: UndoResult): Promise<void> {
  const { workspaceId } = access;
  const { status, from = "pending" } = readDecision(job);
  const items = await retryRead(() =>
    BulkJobItem.findAll({
      where: { jobId: job.id, workspaceId, outcome: "changed" },
      attributes: ["submissionId"],
      raw: true,
    }),
  );
  for (let at = 0; at < items.length; at += BATCH_MAX) {
    const id = items.slice(at, at + BATCH_MAX).map(({ submissionId }) => submissionId);
    // Leaves out claims that somebody decided later.
    const own = { workspaceId, status, handledAt: { [Op.lte]: job.finishedAt ?? new Date() } };
    const claims = await retryRead(() =>
      Submission.findAll({ where: { ...own, id }, attributes: ["id"], raw: true }),
    );
    const decisions = claims.map(({ id: submissionId }) => ({
      submissionId,
      decider: toDecider(access),
      access,
      expected: status,
      isInBackground: true,
      input: { status: from },
    }));
    const onDecided = async (outcomes: DecisionOutcome[], transaction: Transaction) => {
      const taken = claims.filter((_, index) => outcomes[index]?.kind === "changed").map((claim) => claim.id);
      result.undone += taken.length;
      for (const [index, outcome] of outcomes.entries())
        if (outcome.kind === "failed" && outcome.error.code === "already_sent")
          result.keptBecauseSent.push(claims[index]?.id ?? "");
      await forgetAccounts({ workspaceId, submissionIds: taken }, transaction);
    };
    await decideBatch(workspaceId, decisions, { onDecided });
  }
}
