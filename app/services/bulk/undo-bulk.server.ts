import pLimit from "p-limit";
import { literal, Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { Conflict, DomainError, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { BulkJob, BulkJobItem, Submission } from "#app/models/index.server.ts";
import { BULK_AT_ONCE } from "#app/schemas/bulk.ts";
import { applyDecision } from "#app/services/submissions/decide-submission.server.ts";
import { isUndoable, readDecision } from "./bulk-jobs.server.ts";
import { createBulkJob } from "./create-bulk-job.server.ts";

type Arguments = { workspaceId: string; userId: string; jobId: string };
export type Undone = { updated: number; errors: string[] } | { job: { total: number } };

const PARALLEL = 3;

/**
 * Takes a decision of many back where no attempt has begun: those submissions are to be checked again. Up to a
 * hundred before it returns, more in the background.
 * @throws {NotFound} also for another workspace's
 * @throws {Conflict} `changed_meanwhile`: it was taken back already
 */
export async function undoBulk({ workspaceId, userId, jobId }: Arguments): Promise<Undone> {
  const job = await takeBack({ workspaceId, jobId });
  const { status } = readDecision(job);
  const items = await retryRead(() =>
    BulkJobItem.findAll({
      where: { jobId, workspaceId, outcome: "changed" },
      attributes: ["submissionId"],
      limit: BULK_AT_ONCE + 1,
      raw: true,
    }),
  );
  const ids = items.map(({ submissionId }) => submissionId);
  // A later decision of somebody else stays.
  const own = { workspaceId, status, handledAt: { [Op.lte]: job.finishedAt ?? new Date() } };
  if (ids.length > BULK_AT_ONCE) {
    const changed = `SELECT submissionId FROM bulkJobItems WHERE jobId = ${escapeValue(jobId)} AND outcome = 'changed'`;
    const where = { ...own, id: { [Op.in]: literal(`(${changed})`) } };
    return { job: await createBulkJob({ workspaceId, userId, kind: "undo", decision: { status }, where }) };
  }
  const rows = await retryRead(() =>
    Submission.findAll({ where: { ...own, id: ids }, attributes: ["id"], raw: true }),
  );
  const errors: string[] = [];
  const limit = pLimit(PARALLEL);
  await Promise.all(
    rows.map(({ id: submissionId }) =>
      limit(() =>
        applyDecision({
          workspaceId,
          submissionId,
          input: { status: "pending" },
          expected: status,
          userId,
        }).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
          errors.push(error.message);
        }),
      ),
    ),
  );
  return { updated: rows.length - errors.length, errors };
}

/** Of two who press the button, one takes it back. */
function takeBack({ workspaceId, jobId }: Omit<Arguments, "userId">): Promise<BulkJob> {
  return inTransaction(async (transaction) => {
    const job = isId(jobId)
      ? await BulkJob.findOne({ where: { id: jobId, workspaceId }, transaction, lock: true })
      : null;
    if (!job) throw new NotFound("Job");
    if (!isUndoable(job)) throw new Conflict("changed_meanwhile", "This was undone already.");
    return job.update({ undoneAt: new Date(), dismissedAt: new Date() }, { transaction });
  });
}
