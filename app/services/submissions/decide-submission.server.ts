import Decimal from "decimal.js-light";
import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import type { Lease } from "#app/database/leases.server.ts";
import { DELIVERY_OPEN_STATES, type EventStatus, type SubmissionStatus } from "#app/lib/domain.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import type { SubmissionStatusInput } from "#app/schemas/submissions.ts";
import { addVerified, removeVerified } from "#app/services/commissions/verified-amounts.server.ts";
import { eventStatusOf } from "#app/services/deliveries/event-status.server.ts";
import { makeFirstAttempts } from "#app/services/deliveries/first-attempts.server.ts";
import { lockConnections } from "#app/services/deliveries/lock-connections.server.ts";
import { getRates, type Rates } from "#app/services/exchange-rates/get-rates.server.ts";
import { appendProof } from "#app/services/proof/append-proof.server.ts";
import { corrected } from "#app/services/proof/facts.ts";
import { getSubmission } from "./get-submission.server.ts";
import {
  checkDecision,
  earnedBy,
  finishDecisions,
  knownMoney,
  type Money,
  monthOf,
  reasonOf,
  writeDecision,
} from "./write-decision.server.ts";

type Arguments = {
  workspaceId: string;
  submissionId: string;
  input: SubmissionStatusInput;
  /** Null for a program with an API key. */
  userId?: string | null;
  /** The status that the decision was made from. If it is another one by now, nothing is decided. */
  expected?: SubmissionStatus;
};

/**
 * Changes a submission's status. Marking it handled commits the status with one delivery per connection,
 * then makes the first attempt. Marking it handled again sends nothing; a later amount is a correction.
 * @throws {NotFound} also for another workspace's
 * @throws {Conflict} `already_sent`: an attempt has begun, so the decision stands
 * @throws {Invalid} an amount without a currency
 */
export async function decideSubmission(
  args: Arguments,
): Promise<{ submission: Submission; eventStatus: EventStatus | null }> {
  await makeFirstAttempts((await applyDecision(args)).leases);
  const { workspaceId, submissionId } = args;
  const submission = await getSubmission({ workspaceId, submissionId });
  return { submission, eventStatus: eventStatusOf(submission.deliveries ?? []) };
}

/**
 * `decideSubmission` without the first attempts.
 * @param onDecided runs in the same transaction
 * @param isInBackground leaves the attempts to the job; otherwise they are the caller's, under `leases`
 */
export async function applyDecision({
  workspaceId,
  submissionId,
  input,
  userId = null,
  expected,
  isInBackground = false,
  onDecided,
}: Arguments & {
  isInBackground?: boolean;
  onDecided?: (hasChanged: boolean, transaction: Transaction) => Promise<void>;
}): Promise<{ hasChanged: boolean; leases: Lease[] }> {
  if (!isId(submissionId)) throw new NotFound("Submission");
  const rates = await getRates();
  const decide = async (transaction: Transaction) => {
    const submission = await Submission.findOne({
      where: { id: submissionId, workspaceId },
      transaction,
      lock: true,
    });
    if (!submission) throw new NotFound("Submission");
    const checked = checkDecision(submission, input, expected);
    if (!checked) return { hasChanged: false, leases: [] };
    const { money, isRepeated } = checked;
    if (isRepeated) {
      if (input.status === "handled" && (input.amount !== undefined || input.chargedBack))
        await correct(submission, money, rates, transaction);
      await explain(submission, input, transaction);
      return { hasChanged: false, leases: [] };
    }
    if (submission.status === "handled") {
      await cancelUnsent(submission, transaction);
      await removeVerified(submission, transaction);
    }
    const written = await writeDecision({ submission, input, money, userId, isInBackground }, transaction);
    await finishDecisions([written], rates, transaction);
    return { hasChanged: true, leases: written.leases };
  };
  return inTransaction(
    async (transaction) => {
      const decided = await decide(transaction);
      await onDecided?.(decided.hasChanged, transaction);
      return decided;
    },
    { line: workspaceId },
  );
}

/** A decision repeated with a reason or a note only changes these. */
async function explain(
  submission: Submission,
  input: SubmissionStatusInput,
  transaction: Transaction,
): Promise<void> {
  const change = {
    ...(input.reason === undefined ? {} : reasonOf(input)),
    ...(input.note === undefined ? {} : { decisionNote: input.note }),
  };
  // Text about somebody who was erased would be found by nobody.
  if (submission.erasedAt) return;
  if (Object.keys(change).length > 0) await submission.update(change, { transaction });
}

/**
 * A later amount replaces the verified one: its commission is recalculated. Where no ad platform has the
 * event, it is the verified amount, which a resend sends; otherwise a correction, which is never sent.
 */
async function correct(
  submission: Submission,
  { amount, currency }: Money,
  rates: Rates,
  transaction: Transaction,
): Promise<void> {
  if (amount === null) return;
  const money = { amount, currency };
  const verified = { amount: submission.verifiedAmount, currency: submission.verifiedCurrency };
  if (isSame(knownMoney(submission), money)) return;
  // It stays in its month, even if the time zone has changed since.
  const month = (await removeVerified(submission, transaction)) ?? monthOf(submission);
  await addVerified(earnedBy(submission, month, money), rates, transaction);
  const isUnsent = await hasNoEventOut(submission, transaction);
  // The verified amount is not a correction of itself.
  const correction = isUnsent || isSame(verified, money) ? null : money;
  await appendProof(submission, corrected(money.amount, money.currency, new Date()), transaction);
  await submission.update(
    {
      correctedAmount: correction?.amount ?? null,
      correctedCurrency: correction?.currency ?? null,
      correctedAt: correction ? new Date() : null,
      ...(isUnsent ? { verifiedAmount: amount, verifiedCurrency: currency } : {}),
      version: submission.version + 1,
    },
    { transaction },
  );
}

/** Whether every delivery has ended without an ad platform taking the event, and one can be sent again. */
async function hasNoEventOut(
  { id: submissionId, workspaceId }: Submission,
  transaction: Transaction,
): Promise<boolean> {
  const deliveries = await Delivery.findAll({
    where: { workspaceId, submissionId },
    attributes: ["state", "receipt"],
    transaction,
  });
  const hasEnded = deliveries.every(
    ({ state, receipt }) => receipt === null && ["failed", "expired", "skipped"].includes(state),
  );
  return hasEnded && deliveries.some(({ state }) => state === "failed");
}

function isSame(one: Money, other: Money): boolean {
  if (one.amount === null || other.amount === null) return false;
  return new Decimal(one.amount).equals(other.amount) && one.currency === other.currency;
}

async function cancelUnsent(
  { id: submissionId, workspaceId }: Submission,
  transaction: Transaction,
): Promise<void> {
  await lockConnections(workspaceId, "shared", transaction);
  const begun = await Delivery.count({
    where: { workspaceId, submissionId, attemptCount: { [Op.gt]: 0 } },
    transaction,
  });
  if (begun > 0) {
    throw new Conflict(
      "already_sent",
      "An event was already sent for this submission, so its decision stands.",
    );
  }
  await Delivery.update(
    { state: "skipped", dueAt: null, leaseToken: null, updatedAt: new Date() },
    { where: { workspaceId, submissionId, state: { [Op.in]: DELIVERY_OPEN_STATES } }, transaction },
  );
}
