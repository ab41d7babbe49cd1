import { Op, type Transaction } from "sequelize";
import { inTransaction, isSqlite } from "#app/database/connection.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { Conflict, DomainError, NotFound } from "#app/lib/errors.ts";
import { DELIVERY_OPEN_STATES } from "#app/lib/event-state.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { lockPlatforms } from "#app/services/commissions/verified-amounts.server.ts";
import { lockConnections } from "#app/services/deliveries/lock-connections.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { getRates, type Rates } from "#app/services/exchange-rates/get-rates.server.ts";
import { forgetAccounts, teachAccounts } from "#app/services/known-accounts/teach-accounts.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { checkDecision, toReason } from "./check-decision.server.ts";
import { correctAmount } from "./correct-amount.server.ts";
import { restOnEvidence } from "./rest-on-evidence.server.ts";
import { type DecidingRows, takeBackEvidence } from "./statement-evidence.server.ts";
import {
  type CheckedDecision,
  type Decider,
  type DecisionInput,
  listPlatformIds,
  toEventActor,
  writeDecisions,
  writeTotals,
} from "./write-decisions.server.ts";

/** The most of one transaction. On SQLite a visitor who submits meanwhile waits for no more than these. */
export const BATCH_MAX = isSqlite ? 20 : 100;

export type Decision = {
  submissionId: string;
  input: DecisionInput;
  decider: Decider;
  /** Null in a job: the right was checked in the transaction that created it. */
  access: Access | null;
  /** The status that the decision was made from. If it is another one by now, nothing is decided. */
  expected?: SubmissionStatus;
  /** Leaves the first attempts to the job; otherwise they are the caller's, by `attemptNow`. */
  isInBackground: boolean;
  /** How long (ms) the first attempts wait, in the background. */
  holdMs?: number;
  /** The rows of a statement that it is decided by. */
  statement?: DecidingRows | undefined;
};

/** What became of a decision. A repeated one changes no status, but maybe the amount, the reason or the note. */
export type DecisionOutcome =
  | { kind: "changed" }
  | { kind: "unchanged" }
  | { kind: "failed"; error: DomainError };

/** What runs in the transaction of decisions. */
export type DecisionHooks = {
  /** First, before the submissions are locked. */
  onBegin?: (transaction: Transaction) => Promise<void>;
  /** Once they are. @returns why some of them are not decided, by id */
  onLocked?: (submissions: Submission[], transaction: Transaction) => Promise<Map<string, DomainError>>;
  /** With the outcomes in the order of the decisions. */
  onDecided?: (outcomes: DecisionOutcome[], transaction: Transaction) => Promise<void>;
};

/**
 * Decides submissions of a workspace in one transaction. A submission that may not be decided is named, the
 * others are decided.
 * @param decisions of a submission each
 */
export async function decideBatch(
  workspaceId: string,
  decisions: Decision[],
  { onBegin, onLocked, onDecided }: DecisionHooks = {},
): Promise<DecisionOutcome[]> {
  const rates = await getRates();
  const decide = async (transaction: Transaction) => {
    const refusals = await findRefusals(decisions, transaction);
    await onBegin?.(transaction);
    // Locks submissions next, in one fixed order.
    const rows = await Submission.findAll({
      where: { id: decisions.map(({ submissionId }) => submissionId), workspaceId },
      order: [["id", "ASC"]],
      transaction,
      lock: true,
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const refused = await onLocked?.(rows, transaction);
    const checked = decisions.map((decision): CheckOutcome => {
      const error =
        (decision.access && refusals.get(toKey(decision.access))) ?? refused?.get(decision.submissionId);
      return error ? { kind: "failed", error } : check(byId.get(decision.submissionId), decision);
    });
    const sent = await cancelUnsent(workspaceId, checked.flatMap(toTakenBack), transaction);
    const outcomes = checked.map((one): CheckOutcome => {
      const isSent = one.kind === "changed" && sent.has(one.decision.submission.id);
      return isSent ? { kind: "failed", error: new Conflict("already_sent", ALREADY_SENT) } : one;
    });
    const changed = outcomes.flatMap((one) => (one.kind === "changed" ? [one.decision] : []));
    const repeated = outcomes.flatMap((one) => (one.kind === "repeated" ? [one.decision] : []));
    const outdated = changed.flatMap(toOutdated);
    await takeBackEvidence({ workspaceId, submissionId: outdated }, transaction);
    await forgetAccounts({ workspaceId, submissionIds: outdated }, transaction);
    const verified = changed.flatMap(toVerifiedByOthers);
    const evidence = await restOnEvidence({ workspaceId, submissionId: verified }, transaction);
    const resting = changed.map((one) => ({ ...one, evidence: evidence.get(one.submission.id) }));
    const written = await writeDecisions(resting, rates, transaction);
    await teachAccounts({ workspaceId, submissionIds: [...evidence.keys()], jobId: null }, transaction);
    const corrected = repeated.filter(isCorrection).map(({ submission }) => submission.platformId);
    // All at once and before events and totals: the order of locks is in docs/transactions.md.
    await lockPlatforms(workspaceId, [...listPlatformIds(written), ...corrected], transaction);
    for (const decision of repeated) await repeat(decision, rates, transaction);
    await writeTotals(written, rates, transaction);
    const result = outcomes.map(toOutcome);
    await onDecided?.(result, transaction);
    return result;
  };
  return inTransaction(decide, { queue: workspaceId });
}

const ALREADY_SENT = "An event was already sent for this submission, so its decision stands.";

type CheckOutcome =
  | { kind: "changed" | "repeated"; decision: CheckedDecision }
  | Exclude<DecisionOutcome, { kind: "changed" }>;

/** Identifies the actor of a decision. */
const toKey = (access: Access): string =>
  access.userId === null ? access.keyId : `${access.userId} ${access.supportAccessId}`;

/** The errors of actors who may no longer decide, by actor. Each actor is checked once. */
async function findRefusals(
  decisions: Decision[],
  transaction: Transaction,
): Promise<Map<string, DomainError>> {
  const actors = new Map(decisions.flatMap(({ access }) => (access ? [[toKey(access), access]] : [])));
  const refusals = new Map<string, DomainError>();
  for (const [key, access] of [...actors].sort(([a], [b]) => (a < b ? -1 : 1)))
    try {
      await assertAccess(access, "submissions:write", transaction);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusals.set(key, error);
    }
  return refusals;
}

function check(submission: Submission | undefined, decision: Decision): CheckOutcome {
  try {
    if (!submission) throw new NotFound("Submission");
    const checked = checkDecision(submission, decision.input, decision.expected);
    if (!checked) return { kind: "unchanged" };
    const kind = checked.isRepeated ? "repeated" : "changed";
    return { kind, decision: { ...decision, submission, money: checked.money } };
  } catch (error) {
    if (error instanceof DomainError) return { kind: "failed", error };
    throw error;
  }
}

/** What was decided by a statement before, and is decided in another way now. */
const toOutdated = ({ submission, statement }: CheckedDecision): string[] =>
  submission.status !== "pending" && !statement ? [submission.id] : [];

/** Those that rest on what brokers call back and answer. A member decides by a statement alone. */
const toVerifiedByOthers = ({ submission, input, statement, decider }: CheckedDecision): string[] =>
  input.status === "handled" && (!statement || decider.kind === "rule") ? [submission.id] : [];

const toTakenBack = (one: CheckOutcome): string[] =>
  one.kind === "changed" && one.decision.submission.status === "handled" ? [one.decision.submission.id] : [];

function toOutcome(one: CheckOutcome): DecisionOutcome {
  if (one.kind === "failed") return one;
  return { kind: one.kind === "changed" ? "changed" : "unchanged" };
}

/**
 * Cancels the deliveries of decisions that are taken back.
 * @returns the submissions whose first attempt has begun: nothing of them is cancelled
 */
async function cancelUnsent(
  workspaceId: string,
  submissionId: string[],
  transaction: Transaction,
): Promise<Set<string>> {
  if (submissionId.length === 0) return new Set();
  await lockConnections(workspaceId, "shared", transaction);
  const found = await Delivery.findAll({
    where: { workspaceId, submissionId },
    attributes: ["id"],
    raw: true,
    transaction,
  });
  // Locked, so that no attempt begins before they are cancelled; by id, as claims do it.
  const deliveries = await Delivery.findAll({
    where: { id: found.map(({ id }) => id), workspaceId },
    order: [["id", "ASC"]],
    transaction,
    lock: true,
  });
  const begun = new Set(deliveries.flatMap((one) => (one.attemptCount > 0 ? [one.submissionId] : [])));
  const unsent = deliveries.filter((one) => !begun.has(one.submissionId)).map((one) => one.id);
  await Delivery.update(
    { state: "skipped", skipReason: "undone", dueAt: null, leaseToken: null, updatedAt: new Date() },
    { where: { id: unsent, workspaceId, state: { [Op.in]: DELIVERY_OPEN_STATES } }, transaction },
  );
  return begun;
}

const isCorrection = ({ input }: CheckedDecision): boolean =>
  input.status === "handled" && (input.amount !== undefined || input.chargedBack === true);

/** A later amount of a verified submission is a correction; a reason or a note replaces the one before. */
async function repeat(decision: CheckedDecision, rates: Rates, transaction: Transaction): Promise<void> {
  const { submission, input } = decision;
  if (isCorrection(decision)) await correctAmount(decision, rates, transaction);
  // A note on an erased person could not be found and erased.
  if (submission.erasedAt) return;
  const change = {
    ...(input.reason === undefined ? {} : toReason(input)),
    ...(input.note === undefined ? {} : { decisionNote: input.note }),
  };
  if (Object.keys(change).length === 0) return;
  await submission.update(change, { transaction });
  const { workspaceId, id: subjectId } = submission;
  const event = {
    type: "submission.noted",
    workspaceId,
    subjectId,
    payload: toEventActor(decision),
  } as const;
  await recordEvents([event], transaction);
}
