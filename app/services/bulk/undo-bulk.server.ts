import { Op, type Transaction } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { subquery } from "#app/database/select-sql.server.ts";
import { Conflict, DomainError, NotFound, Unavailable } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { BulkJob, BulkJobItem, Submission } from "#app/models/index.server.ts";
import { BULK_AT_ONCE } from "#app/schemas/bulk.ts";
import { queueDecision } from "#app/services/submissions/queue-decision.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { isUndoable, readDecision } from "./bulk-jobs.server.ts";
import { insertBulkJob } from "./create-bulk-job.server.ts";

type Arguments = { access: Access; jobId: string; tab?: string | undefined };
export type UndoResult = { updated: number; errors: string[] } | { job: { total: number } };

/**
 * Undoes a bulk decision for submissions without an attempt: they are pending again. Up to a hundred are
 * done before it returns, more in the background.
 * @throws {NotFound} also for another workspace's
 * @throws {Conflict} `changed_meanwhile`: it was undone already
 */
export async function undoBulk({ access, jobId, tab }: Arguments): Promise<UndoResult> {
  const { workspaceId } = access;
  const job = await retryRead(() => findUndoable({ workspaceId, jobId }));
  const { status } = readDecision(job);
  const changed = { where: { jobId, workspaceId, outcome: "changed" }, attributes: ["submissionId"] };
  const items = await retryRead(() =>
    BulkJobItem.findAll({
      ...changed,
      limit: BULK_AT_ONCE + 1,
      raw: true,
    }),
  );
  const ids = items.map(({ submissionId }) => submissionId);
  // Leaves out submissions that somebody decided later.
  const own = { workspaceId, status, handledAt: { [Op.lte]: job.finishedAt ?? new Date() } };
  if (ids.length > BULK_AT_ONCE) {
    const where = { ...own, id: { [Op.in]: subquery(BulkJobItem, changed) } };
    const undo = { access, kind: "undo" as const, decision: { status }, where };
    return inTransaction(async (transaction) => {
      await assertAccess(access, "submissions:write", transaction);
      await takeBack({ workspaceId, jobId }, transaction);
      return { job: await insertBulkJob(undo, transaction) };
    });
  }
  const rows = await retryRead(() =>
    Submission.findAll({ where: { ...own, id: ids }, attributes: ["id"], raw: true }),
  );
  const errors: string[] = [];
  const decision = {
    input: { status: "pending" as const, tab },
    expected: status,
    access,
    isInBackground: false,
  };
  await Promise.all(
    rows.map(({ id: submissionId }) =>
      queueDecision({ submissionId, ...decision }).catch((error: unknown) => {
        if (!(error instanceof DomainError) || error instanceof Unavailable) throw error;
        errors.push(error.message);
      }),
    ),
  );
  // Last: after a failure it can be undone again, and those that are pending by then are left out.
  await inTransaction(async (transaction) => {
    await assertAccess(access, "submissions:write", transaction);
    await takeBack({ workspaceId, jobId }, transaction);
  });
  return { updated: rows.length - errors.length, errors };
}

type JobKey = { workspaceId: string; jobId: string };
type LockOptions = { transaction: Transaction; lock: true };

async function findUndoable({ workspaceId, jobId }: JobKey, locked?: LockOptions): Promise<BulkJob> {
  const job = isId(jobId) ? await BulkJob.findOne({ where: { id: jobId, workspaceId }, ...locked }) : null;
  if (!job) throw new NotFound("Job");
  if (!isUndoable(job)) throw new Conflict("changed_meanwhile", "This was undone already.");
  return job;
}

/** One of two members who undo at once succeeds. */
async function takeBack(one: JobKey, transaction: Transaction): Promise<void> {
  const job = await findUndoable(one, { transaction, lock: true });
  await job.update({ undoneAt: new Date(), dismissedAt: new Date() }, { transaction });
}
