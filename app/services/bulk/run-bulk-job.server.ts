import pLimit from "p-limit";
import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { finish, LEASE_MS, type Lease, reschedule } from "#app/database/leases.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { DomainError, Unavailable } from "#app/lib/errors.ts";
import { log } from "#app/lib/log.server.ts";
import { formatAmount } from "#app/lib/money.ts";
import { BulkJob, BulkJobItem } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { forgetAccounts, teachAccounts } from "#app/services/known-accounts/teach-accounts.server.ts";
import { eraseClaim } from "#app/services/people/erase-claims.server.ts";
import {
  BATCH_MAX,
  type DecisionOutcome,
  decideBatch,
} from "#app/services/submissions/decide-batch.server.ts";
import { findDecidingRows, takeBackEvidence } from "#app/services/submissions/statement-evidence.server.ts";
import type { Decider } from "#app/services/submissions/write-decisions.server.ts";
import { readDecision } from "./bulk-jobs.server.ts";
import { changedFrom } from "./bulk-selection.server.ts";

const PARALLEL = 3;
/** A workspace's transactions run three at a time. */
const BATCH = PARALLEL * BATCH_MAX;
/** Well before the lease ends, the rest becomes due again. */
const WORK_MS = LEASE_MS / 4;
/** Unexplained errors are retried this often. Sending an event may take longer. */
const ATTEMPTS_MAX = 3;
const WAITS_MAX = 60;
/** The pause if every remaining submission failed. */
const PAUSE_MS = 2 * SECOND;

/**
 * Works on a claimed job for a quarter of its lease. Each outcome is saved with its change, so that the next
 * claim continues.
 */
export async function runBulkJob(lease: Lease, isStopping: () => boolean): Promise<void> {
  const job = await BulkJob.findOne({ where: { id: lease.id } });
  if (!job) return;
  const until = Date.now() + WORK_MS;
  let delayMs = 0;
  while (!isStopping() && Date.now() < until && delayMs === 0) {
    const items = await findWaiting(job);
    if (items.length === 0) {
      const done = { state: "done" as const, dueAt: null, finishedAt: new Date() };
      await inTransaction((transaction) => finish(BulkJob, lease, done, transaction));
      return;
    }
    const ended = await workOnItems(job, items);
    if (!ended.includes(true)) delayMs = PAUSE_MS;
  }
  await inTransaction((transaction) => reschedule(BulkJob, lease, { delayMs }, transaction));
}

/** Failed ones last. */
async function findWaiting({ id: jobId, workspaceId }: BulkJob): Promise<BulkJobItem[]> {
  const waiting = { jobId, workspaceId, outcome: "waiting" };
  const first = await BulkJobItem.findAll({ where: { ...waiting, attemptCount: 0 }, limit: BATCH });
  if (first.length > 0) return first;
  return BulkJobItem.findAll({
    where: { ...waiting, attemptCount: { [Op.gt]: 0 } },
    order: [["attemptCount", "ASC"]],
    limit: BATCH,
  });
}

/**
 * @returns whether the item is done
 */
async function workOnItem(job: BulkJob, item: BulkJobItem): Promise<boolean> {
  try {
    if (await changeItem(job, item)) return true;
    return await tryLater(item, WAITS_MAX, "Its event was being sent. Please try again.");
  } catch (error) {
    // If the database is busy, the submission stays in the job.
    if (error instanceof Unavailable) return false;
    if (error instanceof DomainError) return save(item, { outcome: "failed", error: error.message });
    const { jobId, submissionId } = item;
    log.error({ err: error, jobId, submissionId }, "a submission of a job failed");
    return tryLater(item, ATTEMPTS_MAX, messages.submissions.updateFailed);
  }
}

/** Decisions run in batches of one transaction each; everything else, and a failed batch, one by one. */
async function workOnItems(job: BulkJob, items: BulkJobItem[]): Promise<boolean[]> {
  const limit = pLimit(PARALLEL);
  const oneByOne = (some: BulkJobItem[]) =>
    Promise.all(some.map((item) => limit(() => workOnItem(job, item))));
  if (job.kind === "erase" || items.some(({ attemptCount }) => attemptCount > 0)) return oneByOne(items);
  const batches = Array.from({ length: Math.ceil(items.length / BATCH_MAX) }, (_, index) =>
    items.slice(index * BATCH_MAX, (index + 1) * BATCH_MAX),
  );
  const ended = await Promise.all(
    batches.map(async (batch) => {
      try {
        return [await decideItems(job, batch)];
      } catch (error) {
        return error instanceof Unavailable ? [false] : oneByOne(batch);
      }
    }),
  );
  return ended.flat();
}

/** The outcomes are saved with the decisions. If the database is busy, the batch stays in the job. */
async function decideItems(job: BulkJob, items: BulkJobItem[]): Promise<true> {
  const { workspaceId } = job;
  const { from, ...decision } = readDecision(job);
  const isUndo = job.kind === "undo";
  const input = isUndo ? { status: "pending" as const } : decision;
  const expected = isUndo ? decision.status : (from ?? changedFrom(decision.status));
  const submissionIds = items.map(({ submissionId }) => submissionId);
  const decidingRows = await findDecidingRows(job, submissionIds);
  const decisions = items.map(({ submissionId, amount, currency }) => ({
    submissionId,
    decider: deciderOf(job),
    expected,
    statement: decidingRows.get(submissionId),
    input:
      amount !== null && currency !== null && !isUndo
        ? { ...input, amount: formatAmount(amount, currency), currency }
        : input,
    access: null,
    isInBackground: true,
    holdMs: job.holdSeconds * SECOND,
  }));
  const onDecided = async (outcomes: DecisionOutcome[], transaction: Transaction) => {
    const save = (ids: string[], change: Partial<Pick<BulkJobItem, "outcome" | "error">>) => {
      if (ids.length === 0) return;
      const where = { jobId: job.id, workspaceId, submissionId: ids, outcome: "waiting" };
      return BulkJobItem.update(change, { where, transaction });
    };
    const findIds = (matches: (outcome: DecisionOutcome) => boolean) =>
      submissionIds.filter((_, index) => matches(outcomes[index] as DecisionOutcome));
    if (job.statementId)
      await discardEvidence(
        job,
        findIds(({ kind }) => kind !== "changed"),
        transaction,
      );
    const changed = findIds(({ kind }) => kind === "changed");
    await save(changed, { outcome: "changed" });
    if (isUndo) await forgetAccounts({ workspaceId, submissionIds: changed }, transaction);
    else if (job.statementId !== null)
      await teachAccounts({ workspaceId, jobId: job.id, submissionIds: changed }, transaction);
    await save(
      findIds(({ kind }) => kind === "unchanged"),
      { outcome: "unchanged" },
    );
    for (const [index, outcome] of outcomes.entries())
      if (outcome.kind === "failed")
        await save([submissionIds[index] as string], { outcome: "failed", error: outcome.error.message });
  };
  await decideBatch(workspaceId, decisions, { onDecided });
  return true;
}

/** Whoever started the job. */
const deciderOf = ({ userId, keyId }: Pick<BulkJob, "userId" | "keyId">): Decider =>
  userId === null ? { kind: "key", keyId } : { kind: "member", userId };

/** Of items that end without a decision; a transaction that runs again leaves those that have ended. */
async function discardEvidence({ id: jobId, workspaceId }: BulkJob, ids: string[], transaction: Transaction) {
  if (ids.length === 0) return;
  const where = { jobId, workspaceId, submissionId: ids, outcome: "waiting" };
  const ending = await BulkJobItem.findAll({ where, attributes: ["submissionId"], transaction });
  const submissionId = ending.map((item) => item.submissionId);
  await takeBackEvidence({ workspaceId, submissionId, jobId }, transaction);
}

/** @returns false if it has to wait */
async function changeItem(job: BulkJob, item: BulkJobItem): Promise<boolean> {
  const { workspaceId, submissionId } = item;
  if (job.kind !== "erase") return decideItems(job, [item]);
  if (!(await eraseClaim({ workspaceId, submissionId, access: null }))) return false;
  return save(item, { outcome: "changed" });
}

const whereWaiting = ({ jobId, submissionId, workspaceId }: BulkJobItem) => ({
  jobId,
  submissionId,
  workspaceId,
  outcome: "waiting",
});

async function save(
  item: BulkJobItem,
  change: Partial<Pick<BulkJobItem, "outcome" | "error" | "attemptCount">>,
) {
  await inTransaction((transaction) =>
    BulkJobItem.update(change, { where: whereWaiting(item), transaction }),
  );
  return true;
}

/** Counts an attempt, and ends the item with `error` after `max` of them. */
async function tryLater(item: BulkJobItem, max: number, error: string): Promise<boolean> {
  const attemptCount = item.attemptCount + 1;
  const isLast = attemptCount >= max;
  await save(item, isLast ? { attemptCount, outcome: "failed", error } : { attemptCount });
  return isLast;
}
