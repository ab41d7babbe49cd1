import { literal, type Transaction, type WhereOptions } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { insertBulkItems } from "#app/database/queries/bulk-items.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { BulkJob, BulkJobItem, Submission } from "#app/models/index.server.ts";
import { BULK_MAX, type BulkDecision } from "#app/schemas/bulk.ts";
import { type Access, assertAccess, keyIdOf } from "#app/services/workspaces/access.server.ts";

type NewJob = {
  access: Access;
  kind: BulkJob["kind"];
  decision: BulkDecision;
  where: WhereOptions;
};

type CreatedJob = { id: string; total: number };

const toText = ({ status, reason, reasonText, showReason, note }: BulkDecision) =>
  JSON.stringify({ status, reason, reasonText, showReason, note });

/**
 * Stores which submissions a job is about: those that match now, whatever changes later. The right is checked
 * here: the job runs for whoever created it, also if the right ends meanwhile.
 * @throws {Invalid} for more than one job takes
 */
export async function createBulkJob(job: NewJob): Promise<CreatedJob> {
  const total = await retryRead(() => Submission.count({ where: job.where }));
  if (total > BULK_MAX)
    throw new Invalid([
      {
        field: "filter",
        message: "At most 100,000 claims can be changed at once. Please narrow the filter.",
      },
    ]);
  return inTransaction((transaction) => insertBulkJob(job, transaction));
}

/** The same for submissions that are known to be few enough. */
export async function insertBulkJob(
  { access, kind, decision, where }: NewJob,
  transaction: Transaction,
): Promise<CreatedJob> {
  const { workspaceId, userId } = access;
  const keyId = keyIdOf(access);
  await assertAccess(access, kind === "erase" ? "workspace:write" : "submissions:write", transaction);
  const id = newId();
  const job = { id, workspaceId, userId, keyId, kind, decision: toText(decision), total: 0, attemptCount: 0 };
  await BulkJob.create(
    { ...job, state: "queued", dueAt: new Date(), createdAt: new Date() },
    { transaction },
  );
  await insertBulkItems({ jobId: id, where }, transaction);
  const total = await BulkJobItem.count({ where: { jobId: id, workspaceId }, transaction });
  await BulkJob.update({ total, dueAt: fromNow(0) }, { where: { id, workspaceId }, transaction });
  announceDue(BulkJob, transaction);
  return { id, total };
}

type DecisionBatch = {
  jobId: string;
  workspaceId: string;
  userId: string | null;
  decision: BulkDecision;
  ids: string[];
};

/** Stores immediate decisions as a finished job, so that they can be undone, or adds them to the job. */
export async function recordDecided(
  { jobId: id, workspaceId, userId, decision, ids }: DecisionBatch,
  transaction: Transaction,
): Promise<void> {
  const now = new Date();
  const [known] = await BulkJob.update(
    { total: literal(`total + ${ids.length}`), finishedAt: now },
    { where: { id, workspaceId }, transaction },
  );
  const job = { id, workspaceId, userId, decision: toText(decision), total: ids.length, attemptCount: 0 };
  if (known === 0)
    await BulkJob.create(
      { ...job, kind: "decide", state: "done", dueAt: null, createdAt: now, finishedAt: now },
      { transaction },
    );
  await BulkJobItem.bulkCreate(
    ids.map((submissionId) => ({ jobId: id, submissionId, workspaceId, outcome: "changed" })),
    { transaction },
  );
}
