import { literal, QueryTypes, type WhereOptions } from "sequelize";
import { inTransaction, retryRead, sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { selectSql } from "#app/database/select-sql.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { BulkJob, BulkJobItem, Submission } from "#app/models/index.server.ts";
import { BULK_MAX, type BulkDecision } from "#app/schemas/bulk.ts";

type NewJob = {
  workspaceId: string;
  userId: string | null;
  kind: BulkJob["kind"];
  decision: BulkDecision;
  where: WhereOptions;
};

const textOf = ({ status, reason, reasonText, showReason, note }: BulkDecision) =>
  JSON.stringify({ status, reason, reasonText, showReason, note });

/** Writes down which submissions a job is about: those that match now, whatever changes later. */
export async function createBulkJob({
  workspaceId,
  userId,
  kind,
  decision,
  where,
}: NewJob): Promise<{ id: string; total: number }> {
  const total = await retryRead(() => Submission.count({ where }));
  if (total > BULK_MAX)
    throw new Invalid([
      {
        field: "filter",
        message: "At most 100,000 claims can be changed at once. Please narrow the filter.",
      },
    ]);
  const id = newId();
  await inTransaction(async (transaction) => {
    const job = { id, workspaceId, userId, kind, decision: textOf(decision), total, attemptCount: 0 };
    await BulkJob.create(
      { ...job, state: "queued", dueAt: new Date(), createdAt: new Date() },
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

function selectItems(jobId: string, where: WhereOptions): string {
  return selectSql(Submission, {
    where,
    attributes: [
      [literal(escapeValue(jobId)), "jobId"],
      "id",
      "workspaceId",
      [literal("'waiting'"), "outcome"],
    ],
  });
}

/** Keeps what was decided at once as a finished job, so that it can be taken back. */
export async function recordDecided({
  workspaceId,
  userId,
  decision,
  ids,
}: Omit<NewJob, "kind" | "where"> & { ids: string[] }): Promise<void> {
  const id = newId();
  const now = new Date();
  await inTransaction(async (transaction) => {
    const job = { id, workspaceId, userId, decision: textOf(decision), total: ids.length, attemptCount: 0 };
    await BulkJob.create(
      { ...job, kind: "decide", state: "done", dueAt: null, createdAt: now, finishedAt: now },
      { transaction },
    );
    await BulkJobItem.bulkCreate(
      ids.map((submissionId) => ({ jobId: id, submissionId, workspaceId, outcome: "changed" })),
      { transaction },
    );
  });
}
