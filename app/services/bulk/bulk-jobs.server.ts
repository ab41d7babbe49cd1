import { fn, literal, Op, QueryTypes, type WhereOptions } from "sequelize";
import { inTransaction, retryRead, sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { DAY, HOUR } from "#app/lib/dates.ts";
import { Invalid, NotFound } from "#app/lib/errors.ts";
import { isId, newId } from "#app/lib/ids.ts";
import { BulkJob, BulkJobItem, Submission, type Workspace } from "#app/models/index.server.ts";
import { BULK_MAX, BulkDecision, type BulkJobResponse } from "#app/schemas/bulk.ts";

type NewJob = {
  workspace: Pick<Workspace, "id">;
  userId: string | null;
  decision: BulkDecision;
  where: WhereOptions;
};

const ERRORS_MAX = 100;
const KEPT_MS = 30 * DAY;
/** How long a finished job stays on the list. */
const SHOWN_MS = HOUR;

/** Writes down which submissions a job decides: those that match now, whatever changes later. */
export async function createBulkJob({
  workspace: { id: workspaceId },
  userId,
  decision,
  where,
}: NewJob): Promise<{ id: string; total: number }> {
  const total = await retryRead(() => Submission.count({ where }));
  if (total > BULK_MAX)
    throw new Invalid([
      {
        field: "filter",
        message: "At most 100,000 claims can be decided at once. Please narrow the filter.",
      },
    ]);
  const id = newId();
  await inTransaction(async (transaction) => {
    const { status, reason, reasonText, showReason, note } = decision;
    await BulkJob.create(
      {
        id,
        workspaceId,
        userId,
        decision: JSON.stringify({ status, reason, reasonText, showReason, note }),
        total,
        state: "queued",
        dueAt: new Date(),
        attemptCount: 0,
        createdAt: new Date(),
      },
      { transaction },
    );
    await sequelize.query(
      `INSERT INTO bulkJobItems (jobId, submissionId, workspaceId, outcome) ${selectItems(id, where)}`,
      { transaction, type: QueryTypes.RAW },
    );
    const written = await BulkJobItem.count({ where: { jobId: id, workspaceId }, transaction });
    await BulkJob.update({ total: written, dueAt: fromNow(0) }, { where: { id, workspaceId }, transaction });
  });
  return { id, total };
}

/** The SELECT that Sequelize makes of a condition, with the other columns of an item. */
function selectItems(jobId: string, where: WhereOptions): string {
  const generator = sequelize.getQueryInterface().queryGenerator as {
    selectQuery(table: unknown, options: object, model: typeof Submission): string;
  };
  const sql = generator.selectQuery(
    Submission.getTableName(),
    {
      where,
      attributes: [
        [literal(escapeValue(jobId)), "jobId"],
        "id",
        "workspaceId",
        [literal("'waiting'"), "outcome"],
      ],
    },
    Submission,
  );
  return sql.replace(/;$/, "");
}

/** @throws {NotFound} also for another workspace's */
export async function getBulkJob({ workspaceId, jobId }: { workspaceId: string; jobId: string }) {
  const job = isId(jobId)
    ? await retryRead(() => BulkJob.findOne({ where: { id: jobId, workspaceId } }))
    : null;
  if (!job) throw new NotFound("Job");
  return describeJob(job);
}

/** The workspace's latest job, while it runs and for an hour after. */
export async function findLatestJob(workspaceId: string): Promise<BulkJobResponse | null> {
  const job = await retryRead(() =>
    BulkJob.findOne({
      where: {
        workspaceId,
        [Op.or]: [{ finishedAt: null }, { finishedAt: { [Op.gt]: new Date(Date.now() - SHOWN_MS) } }],
      },
      order: [["createdAt", "DESC"]],
    }),
  );
  return job && describeJob(job);
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
  return {
    id,
    status: readDecision(job).status,
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
  };
}

export const readDecision = ({ decision }: BulkJob): BulkDecision => BulkDecision.parse(JSON.parse(decision));

/** Jobs and what became of each submission are kept for a month. */
export async function deleteOldBulkJobs(): Promise<void> {
  const where = { state: "done", finishedAt: { [Op.lt]: new Date(Date.now() - KEPT_MS) } };
  if ((await BulkJob.count({ where })) === 0) return;
  await inTransaction((transaction) => BulkJob.destroy({ where, transaction }));
}
