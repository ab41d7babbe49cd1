import pLimit from "p-limit";
import { inTransaction } from "#app/database/connection.server.ts";
import { finish, LEASE_MS, type Lease, reschedule } from "#app/database/leases.server.ts";
import { DomainError, Unavailable } from "#app/lib/errors.ts";
import { BulkJob, BulkJobItem } from "#app/models/index.server.ts";
import { applyDecision } from "#app/services/submissions/decide-submission.server.ts";
import { readDecision } from "./bulk-jobs.server.ts";
import { changedFrom } from "./bulk-selection.server.ts";

const BATCH = 60;
const PARALLEL = 3;
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
    const limit = pLimit(PARALLEL);
    await Promise.all(items.map((item) => limit(() => decideItem(job, item))));
  }
  await inTransaction((transaction) => reschedule(BulkJob, lease, { delayMs: 0 }, transaction));
}

async function decideItem(job: BulkJob, { submissionId }: BulkJobItem): Promise<void> {
  const { workspaceId, userId } = job;
  const where = { jobId: job.id, submissionId, workspaceId, outcome: "waiting" };
  try {
    await applyDecision({
      workspaceId,
      submissionId,
      input: readDecision(job),
      expected: changedFrom(readDecision(job).status),
      userId,
      isInBackground: true,
      onDecided: async (hasChanged, transaction) => {
        await BulkJobItem.update({ outcome: hasChanged ? "changed" : "unchanged" }, { where, transaction });
      },
    });
  } catch (error) {
    // A busy database is no answer: the submission stays in the job.
    if (!(error instanceof DomainError) || error instanceof Unavailable) throw error;
    const { message } = error;
    await inTransaction((transaction) =>
      BulkJobItem.update({ outcome: "failed", error: message }, { where, transaction }),
    );
  }
}
