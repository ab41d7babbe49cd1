import { inTransaction } from "#app/database/connection.server.ts";
import { finish, LEASE_MS, type Lease, reschedule } from "#app/database/leases.server.ts";
import { BulkJob, BulkJobItem } from "#app/models/index.server.ts";
import { decideGroup } from "#app/services/submissions/decide-group.server.ts";
import { readDecision } from "./bulk-jobs.server.ts";
import { changedFrom } from "./bulk-selection.server.ts";

/** Of a transaction: a visitor who submits meanwhile waits for no more than these on SQLite. */
const GROUP = 20;
/** A workspace's transactions run three at a time. */
const BATCH = 3 * GROUP;
/** Well before the lease ends, the rest becomes due again. */
const WORK_MS = LEASE_MS / 4;

/**
 * Decides what is left of a claimed job, for a quarter of its lease. Whoever claims it next goes on: the
 * outcome of a submission is saved with its decision.
 */
export async function runBulkJob(lease: Lease, isStopping: () => boolean): Promise<void> {
  const job = await BulkJob.findOne({ where: { id: lease.id } });
  if (!job) return;
  const until = Date.now() + WORK_MS;
  while (!isStopping() && Date.now() < until) {
    const items = await BulkJobItem.findAll({
      where: { jobId: job.id, workspaceId: job.workspaceId, outcome: "waiting" },
      limit: BATCH,
    });
    if (items.length === 0) {
      const done = { state: "done" as const, dueAt: null, finishedAt: new Date() };
      await inTransaction((transaction) => finish(BulkJob, lease, done, transaction));
      return;
    }
    const ids = items.map(({ submissionId }) => submissionId);
    const groups = Array.from({ length: Math.ceil(ids.length / GROUP) }, (_, index) =>
      ids.slice(index * GROUP, (index + 1) * GROUP),
    );
    await Promise.all(groups.map((group) => decideItems(job, group)));
  }
  await inTransaction((transaction) => reschedule(BulkJob, lease, { delayMs: 0 }, transaction));
}

/** The outcomes are saved with the decisions. A busy database is no answer: its group stays in the job. */
function decideItems(job: BulkJob, submissionIds: string[]): Promise<void> {
  const { workspaceId, userId } = job;
  const input = readDecision(job);
  const expected = changedFrom(input.status);
  return decideGroup(
    { workspaceId, submissionIds, input, userId, expected },
    async (outcome, transaction) => {
      const save = (ids: string[], change: Partial<Pick<BulkJobItem, "outcome" | "error">>) => {
        if (ids.length === 0) return;
        const where = { jobId: job.id, workspaceId, submissionId: ids, outcome: "waiting" };
        return BulkJobItem.update(change, { where, transaction });
      };
      await save(outcome.changed, { outcome: "changed" });
      await save(outcome.unchanged, { outcome: "unchanged" });
      for (const { submissionId, message } of outcome.failed)
        await save([submissionId], { outcome: "failed", error: message });
    },
  );
}
