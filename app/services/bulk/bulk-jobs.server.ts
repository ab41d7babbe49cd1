import { fn, literal, Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { countItemEvents, hasUnsentItem } from "#app/database/queries/bulk-items.server.ts";
import { modelsOf, readValues } from "#app/database/values.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { BulkJob, BulkJobItem, Submission } from "#app/models/index.server.ts";
import { BulkDecision, type BulkJobResponse } from "#app/schemas/bulk.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { countOutcomes } from "./count-outcomes.ts";

type JobKey = { workspaceId: string; jobId: string };

const ERRORS_MAX = 100;
/** How long a finished job stays on the list. */
const SHOWN_MS = HOUR;

/** @throws {NotFound} also for another workspace's */
export async function getBulkJob({ workspaceId, jobId }: JobKey): Promise<BulkJobResponse> {
  const job = isId(jobId)
    ? await retryRead(() => BulkJob.findOne({ where: { id: jobId, workspaceId } }))
    : null;
  if (!job) throw new NotFound("Job");
  return describeJob(job);
}

/** The workspace's latest bulk decision, while it runs and for an hour after, unless it was closed. */
export async function findLatestJob(workspaceId: string): Promise<BulkJobResponse | null> {
  const { jobs } = await retryRead(() =>
    readValues({
      jobs: modelsOf(BulkJob, {
        where: {
          workspaceId,
          kind: ["decide", "undo"],
          dismissedAt: null,
          [Op.or]: [{ finishedAt: null }, { finishedAt: { [Op.gt]: new Date(Date.now() - SHOWN_MS) } }],
        },
        order: [["createdAt", "DESC"]],
      }),
    }),
  );
  const [job] = jobs;
  return job ? describeJob(job) : null;
}

/** Closes the report of a finished job, for everybody. */
export async function dismissJob({ access, jobId }: { access: Access; jobId: string }): Promise<void> {
  const { workspaceId } = access;
  await inTransaction(async (transaction) => {
    await assertAccess(access, "submissions:write", transaction);
    await BulkJob.update(
      { dismissedAt: new Date() },
      { where: { id: jobId, workspaceId, state: "done" }, transaction },
    );
  });
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
    events: await countEvents(job),
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

/** The events of a decision, by how far they are. Nothing else sends events. */
async function countEvents(job: BulkJob): Promise<BulkJobResponse["events"]> {
  const isSending = job.kind === "decide" && readDecision(job).status === "handled";
  const { id: jobId, workspaceId } = job;
  const rows = isSending ? await retryRead(() => countItemEvents({ jobId, workspaceId })) : [];
  return countOutcomes(rows);
}

/** Whether a job is a finished decision that was not undone. */
export const isUndoable = (job: BulkJob): boolean =>
  job.kind === "decide" &&
  job.state === "done" &&
  job.undoneAt === null &&
  readDecision(job).status !== "pending";

/** `from` is the status that it changes, where that is another one than usual. */
const StoredDecision = BulkDecision.extend({ from: BulkDecision.shape.status.optional() });

export const readDecision = ({ decision }: BulkJob) => StoredDecision.parse(JSON.parse(decision));

const hasUnsent = (job: BulkJob): Promise<boolean> => {
  const { id: jobId, workspaceId } = job;
  return retryRead(() => hasUnsentItem({ jobId, workspaceId, status: readDecision(job).status }));
};
