import { fn, literal, Op, QueryTypes } from "sequelize";
import { inTransaction, retryRead, sequelize } from "#app/database/connection.server.ts";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { BulkJob, BulkJobItem, Submission } from "#app/models/index.server.ts";
import { BulkDecision, type BulkJobResponse } from "#app/schemas/bulk.ts";

type One = { workspaceId: string; jobId: string };

const ERRORS_MAX = 100;
const KEPT_MS = 30 * DAY;
/** How long a finished job stays on the list. */
const SHOWN_MS = HOUR;
/** Whether one can be undone is looked up among its latest. */
const UNDO_LOOKUP_MAX = 1_000;

/** @throws {NotFound} also for another workspace's */
export async function getBulkJob({ workspaceId, jobId }: One): Promise<BulkJobResponse> {
  const job = isId(jobId)
    ? await retryRead(() => BulkJob.findOne({ where: { id: jobId, workspaceId } }))
    : null;
  if (!job) throw new NotFound("Job");
  return describeJob(job);
}

/** The workspace's latest decision of many, while it runs and for an hour after unless somebody closed it. */
export async function findLatestJob(workspaceId: string): Promise<BulkJobResponse | null> {
  const job = await retryRead(() =>
    BulkJob.findOne({
      where: {
        workspaceId,
        kind: ["decide", "undo"],
        dismissedAt: null,
        [Op.or]: [{ finishedAt: null }, { finishedAt: { [Op.gt]: new Date(Date.now() - SHOWN_MS) } }],
      },
      order: [["createdAt", "DESC"]],
    }),
  );
  return job && describeJob(job);
}

/** Closes the report of a finished job, for everybody. */
export async function dismissJob({ workspaceId, jobId }: One): Promise<void> {
  await inTransaction((transaction) =>
    BulkJob.update(
      { dismissedAt: new Date() },
      { where: { id: jobId, workspaceId, state: "done" }, transaction },
    ),
  );
}

async function describeJob(job: BulkJob): Promise<BulkJobResponse> {
  const { id, workspaceId } = job;
  const [counts, failed] = await retryRead(() =>
    Promise.all([
      BulkJobItem.findAll({
        where: { jobId: id, workspaceId },
        attributes: ["outcome", [fn("COUNT", literal("*")), "count"]],
        group: ["outcome"],
        raw: true,
      }),
      BulkJobItem.findAll({
        where: { jobId: id, workspaceId, outcome: "failed" },
        include: [{ model: Submission, as: "submission", attributes: ["email"] }],
        limit: ERRORS_MAX,
      }),
    ]),
  );
  const count = (outcome: BulkJobItem["outcome"]) =>
    Number(
      (counts as unknown as { outcome: string; count: number }[]).find((row) => row.outcome === outcome)
        ?.count ?? 0,
    );
  const { status } = readDecision(job);
  return {
    id,
    kind: job.kind,
    status,
    state: job.state === "done" ? "done" : "running",
    total: job.total,
    changed: count("changed"),
    unchanged: count("unchanged"),
    failed: count("failed"),
    errors: failed.map(({ submissionId, error, submission }) => ({
      id: submissionId,
      email: submission?.email ?? "",
      error: error ?? "",
    })),
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    canUndo: isUndoable(job) && count("changed") > 0 && (await hasUnsent(job)),
  };
}

/** Whether a job is a finished decision that was not taken back yet. */
export const isUndoable = (job: BulkJob): boolean =>
  job.kind === "decide" &&
  job.state === "done" &&
  job.undoneAt === null &&
  readDecision(job).status !== "pending";

/** Whether a submission of a decision has no attempt begun. The oldest are sent first, so the latest tell. */
async function hasUnsent(job: BulkJob): Promise<boolean> {
  const rows = await retryRead(() =>
    sequelize.query(
      `SELECT 1 FROM (
         SELECT submissionId FROM bulkJobItems WHERE jobId = :id AND outcome = 'changed'
         ORDER BY submissionId DESC LIMIT ${UNDO_LOOKUP_MAX}
       ) latest
       JOIN submissions s ON s.id = latest.submissionId AND s.workspaceId = :workspaceId AND s.status = :status
       WHERE NOT EXISTS (
         SELECT 1 FROM deliveries d WHERE d.submissionId = latest.submissionId AND d.attemptCount > 0
       ) LIMIT 1`,
      {
        replacements: { id: job.id, workspaceId: job.workspaceId, status: readDecision(job).status },
        type: QueryTypes.SELECT,
      },
    ),
  );
  return rows.length > 0;
}

export const readDecision = ({ decision }: BulkJob): BulkDecision => BulkDecision.parse(JSON.parse(decision));

/** Jobs and what became of each submission are kept for a month. */
export async function deleteOldBulkJobs(): Promise<void> {
  const where = { state: "done", finishedAt: { [Op.lt]: new Date(Date.now() - KEPT_MS) } };
  if ((await BulkJob.count({ where })) === 0) return;
  await inTransaction((transaction) => BulkJob.destroy({ where, transaction }));
}
