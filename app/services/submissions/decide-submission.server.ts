import { type CreationAttributes, Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import type { Lease } from "#app/database/leases.server.ts";
import { moveInTotals } from "#app/database/queries/totals.server.ts";
import { DELIVERY_OPEN_STATES, type EventStatus, type SubmissionStatus } from "#app/lib/domain.ts";
import { Conflict, Invalid, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { fitsCurrency } from "#app/lib/money.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { SubmissionStatusInput } from "#app/schemas/submissions.ts";
import { removeVerified } from "#app/services/commissions/verified-amounts.server.ts";
import { createDeliveries } from "#app/services/deliveries/create-deliveries.server.ts";
import { eventStatusOf } from "#app/services/deliveries/event-status.server.ts";
import { makeFirstAttempts } from "#app/services/deliveries/first-attempts.server.ts";
import { lockConnections } from "#app/services/deliveries/lock-connections.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { getRates } from "#app/services/exchange-rates/get-rates.server.ts";
import { appendProof } from "#app/services/proof/append-proof.server.ts";
import { decided } from "#app/services/proof/facts.ts";
import { correct, earn, knownMoney, type Money, monthOf } from "./correct-amount.server.ts";
import { getSubmission } from "./get-submission.server.ts";

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
    if (expected !== undefined && submission.status !== expected) {
      if (submission.status === input.status) return { hasChanged: false, leases: [] };
      throw new Conflict("changed_meanwhile", messages.submissions.changedMeanwhile);
    }
    const money = verifiedMoney(submission, input);
    if (submission.status === input.status) {
      if (input.status === "handled" && (input.amount !== undefined || input.chargedBack))
        await correct({ submission, money, input, userId, rates }, transaction);
      await explain(submission, input, transaction);
      return { hasChanged: false, leases: [] };
    }
    if (input.chargedBack) throw new Conflict("not_verified", messages.submissions.notVerified);
    if (submission.erasedAt)
      throw new Conflict("erased", "This person was erased. There's nothing left to decide.");
    if (submission.withdrawnAt) {
      throw new Conflict("withdrawn", "The visitor withdrew this. There's nothing left to decide.");
    }
    if (submission.status === "handled") {
      await cancelUnsent(submission, transaction);
      await removeVerified(submission, transaction);
    }

    const before = { ...submission.get({ plain: true }) };
    const isHandled = input.status === "handled";
    const now = new Date();
    const created = isHandled
      ? await createDeliveries(submission, money.amount, transaction, { isInBackground })
      : { isSending: false, leases: [] };
    const change: Partial<CreationAttributes<Submission>> = {
      status: input.status,
      eventStatus: created.isSending ? "failed" : null,
      handledAt: input.status === "pending" ? null : now,
      version: before.version + 1,
      verifiedAmount: isHandled ? money.amount : null,
      verifiedCurrency: isHandled ? money.currency : null,
      correctedAmount: null,
      correctedCurrency: null,
      correctedAt: null,
      ...reasonOf(input),
      ...(input.note === undefined ? {} : { decisionNote: input.note }),
      decidedByUserId: input.status === "pending" ? null : userId,
    };
    const [changed] = await Submission.update(change, {
      where: { id: submissionId, workspaceId, status: before.status, version: before.version },
      transaction,
    });
    if (changed !== 1)
      throw new Conflict(
        "changed_meanwhile",
        "This submission was changed at the same moment. Please look at it again.",
      );
    const payload = { from: before.status, to: input.status };
    await appendProof(
      submission,
      decided({ ...payload, ...(isHandled ? money : { amount: null, currency: null }), at: now }),
      transaction,
    );
    await recordEvents(
      [
        {
          type: "submission.decided",
          workspaceId,
          subjectId: submissionId,
          payload: { ...payload, by: userId },
        },
      ],
      transaction,
    );
    // What others wait for comes last.
    if (isHandled) await earn(submission, monthOf(submission), money, rates, transaction);
    const eventStatus = change.eventStatus ?? null;
    await moveInTotals(before, { ...before, status: input.status, eventStatus }, transaction);
    return { hasChanged: true, leases: created.leases };
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

/** A reason belongs to a rejection: any other status clears it. */
function reasonOf({ status, reason, reasonText, showReason }: SubmissionStatusInput) {
  const isRejected = status === "rejected";
  return {
    decisionReason: (isRejected && reason) || null,
    decisionReasonText: (isRejected && reasonText) || null,
    showsReason: isRejected && showReason === true,
  };
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

/** The amount the owner typed, otherwise the visitor's: marking it handled verifies it. */
function verifiedMoney(
  submission: Submission,
  { amount, currency, chargedBack }: SubmissionStatusInput,
): Money {
  const known = knownMoney(submission);
  if (chargedBack) {
    if (known.amount === null)
      throw new Invalid([{ field: "chargedBack", message: messages.fields.amountRequired }]);
    return { amount: "0", currency: known.currency };
  }
  if (amount === undefined) {
    if (currency !== undefined && known.amount !== null && currency !== known.currency)
      throw new Invalid([{ field: "amount", message: messages.fields.amountInCurrency }]);
    return { amount: submission.amount, currency: submission.currency };
  }
  const chosen = currency ?? known.currency;
  if (!chosen) throw new Invalid([{ field: "currency", message: messages.fields.currencyRequired }]);
  if (!fitsCurrency(amount, chosen))
    throw new Invalid([{ field: "amount", message: messages.fields.amountDigits }]);
  return { amount, currency: chosen };
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
