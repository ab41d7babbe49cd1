import { Op } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { subquery } from "#app/database/select-sql.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { Conflict } from "#app/lib/errors.ts";
import { STATEMENT_HOLD_SECONDS } from "#app/lib/statements.ts";
import { BulkJob, BulkJobItem, Delivery, Evidence, Submission } from "#app/models/index.server.ts";
import { readDecision } from "#app/services/bulk/bulk-jobs.server.ts";
import { lockConnections } from "#app/services/deliveries/lock-connections.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";

type StatementKey = { workspaceId: string; statementId: string };

/** A decision whose events wait, so that it can be undone. */
export type WaitingDecision = { jobId: string; status: string; total: number; until: string };

const isWaiting = (key: StatementKey) => ({
  ...key,
  kind: "decide",
  state: "done",
  undoneAt: null,
  total: { [Op.gt]: 0 },
  holdSeconds: { [Op.gt]: 0 },
  createdAt: { [Op.gt]: new Date(Date.now() - STATEMENT_HOLD_SECONDS * SECOND) },
});

/** The decisions of a statement that can be undone, the last first. */
export async function listWaitingDecisions(key: StatementKey): Promise<WaitingDecision[]> {
  const jobs = await retryRead(() =>
    BulkJob.findAll({
      where: isWaiting(key),
      order: [
        ["createdAt", "DESC"],
        ["id", "DESC"],
      ],
    }),
  );
  return jobs
    .map((job) => ({
      jobId: job.id,
      status: readDecision(job).status,
      total: job.total,
      until: new Date(+job.createdAt + job.holdSeconds * SECOND).toISOString(),
    }))
    .filter(({ until }) => Date.parse(until) > Date.now());
}

/**
 * Makes the events of a statement's decisions due that still wait. The decisions can't be undone any more.
 * @throws {Conflict} `changed_meanwhile`: nothing waits
 */
export async function sendNow({
  access,
  statementId,
}: {
  access: Access;
  statementId: string;
}): Promise<void> {
  const { workspaceId } = access;
  await inTransaction(async (transaction) => {
    await assertAccess(access, "statements:write", transaction);
    const jobs = await BulkJob.findAll({
      where: isWaiting({ workspaceId, statementId }),
      attributes: ["id"],
      transaction,
    });
    if (jobs.length === 0)
      throw new Conflict("changed_meanwhile", "No event of this statement waits any more.");
    const jobId = jobs.map(({ id }) => id);
    const items = { where: { jobId, workspaceId, outcome: "changed" }, attributes: ["submissionId"] };
    await BulkJob.update({ holdSeconds: 0 }, { where: { id: jobId, workspaceId }, transaction });
    await lockConnections(workspaceId, "shared", transaction);
    await Delivery.update(
      { dueAt: fromNow(0), updatedAt: new Date() },
      {
        where: {
          workspaceId,
          state: "queued",
          attemptCount: 0,
          leaseToken: null,
          dueAt: { [Op.gt]: fromNow(0) },
          submissionId: { [Op.in]: subquery(BulkJobItem, items) },
        },
        transaction,
      },
    );
    announceDue(Delivery, transaction);
  });
}

const KEPT_SHOWN = 20;

/** The claims that an undo has left as they are, because their event was sent. */
export async function listKept({ workspaceId, statementId }: StatementKey) {
  const evidence = subquery(Evidence, {
    where: { workspaceId, statementId, decides: { [Op.ne]: null } },
    attributes: ["decides"],
  });
  const begun = subquery(Delivery, {
    where: { workspaceId, attemptCount: { [Op.gt]: 0 }, submissionId: { [Op.in]: evidence } },
    attributes: ["submissionId"],
  });
  const { rows, count } = await retryRead(() =>
    Submission.findAndCountAll({
      where: { workspaceId, status: "handled", id: { [Op.in]: begun } },
      attributes: ["id", "email"],
      order: [["id", "ASC"]],
      limit: KEPT_SHOWN,
    }),
  );
  return { claims: rows.map(({ id, email }) => ({ id, email })), count };
}
