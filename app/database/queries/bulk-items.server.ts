import { literal, QueryTypes, type Transaction, type WhereOptions } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";
import { escapeValue } from "#app/database/dialect.server.ts";
import { selectSql } from "#app/database/select-sql.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { Submission } from "#app/models/index.server.ts";

/** How many of a decision's latest submissions are searched for one without an attempt. */
const UNSENT_LOOKUP_MAX = 1_000;

/** Inserts a job's items with one statement: the submissions that match `where` now. */
export async function insertBulkItems(
  { jobId, where }: { jobId: string; where: WhereOptions },
  transaction: Transaction,
): Promise<void> {
  const items = selectSql(Submission, {
    where,
    attributes: [
      [literal(escapeValue(jobId)), "jobId"],
      "id",
      "workspaceId",
      [literal("'waiting'"), "outcome"],
    ],
  });
  await sequelize.query(`INSERT INTO bulkJobItems (jobId, submissionId, workspaceId, outcome) ${items}`, {
    transaction,
    type: QueryTypes.RAW,
  });
}

type BulkItemFilter = { jobId: string; workspaceId: string; status: SubmissionStatus };

/** Whether a decided submission has no attempt yet. The oldest are sent first, so it checks the latest. */
export async function hasUnsentItem(decided: BulkItemFilter): Promise<boolean> {
  const rows = await sequelize.query(
    `SELECT 1 FROM (
       SELECT submissionId FROM bulkJobItems
       WHERE jobId = :jobId AND workspaceId = :workspaceId AND outcome = 'changed'
       ORDER BY submissionId DESC LIMIT ${UNSENT_LOOKUP_MAX}
     ) latest
     JOIN submissions s ON s.id = latest.submissionId AND s.workspaceId = :workspaceId AND s.status = :status
     WHERE NOT EXISTS (
       SELECT 1 FROM deliveries d
       WHERE d.submissionId = latest.submissionId AND d.workspaceId = :workspaceId AND d.attemptCount > 0
     ) LIMIT 1`,
    { replacements: decided, type: QueryTypes.SELECT },
  );
  return rows.length > 0;
}

type EventCount = Pick<Submission, "eventState"> & { count: number };

/** The event states of the submissions that a job marked verified and that still are. */
export async function countItemEvents(job: { jobId: string; workspaceId: string }): Promise<EventCount[]> {
  const rows = await sequelize.query<EventCount>(
    `SELECT s.eventState AS eventState, COUNT(*) AS count
     FROM bulkJobItems i
     JOIN submissions s ON s.id = i.submissionId AND s.workspaceId = :workspaceId AND s.status = 'handled'
     WHERE i.jobId = :jobId AND i.workspaceId = :workspaceId AND i.outcome = 'changed'
     GROUP BY s.eventState`,
    { replacements: job, type: QueryTypes.SELECT },
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
