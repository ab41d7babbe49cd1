import Decimal from "decimal.js-light";
import type { CreationAttributes, Transaction } from "sequelize";
import type { Lease } from "#app/database/leases.server.ts";
import { moveAllInTotals, type TotalMove } from "#app/database/queries/totals.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { Conflict, Invalid } from "#app/lib/errors.ts";
import { fitsCurrency } from "#app/lib/money.ts";
import { Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { SubmissionStatusInput } from "#app/schemas/submissions.ts";
import { addVerified, type VerifiedAmount } from "#app/services/commissions/verified-amounts.server.ts";
import { createDeliveries } from "#app/services/deliveries/create-deliveries.server.ts";
import type { NewEvent } from "#app/services/domain-events/event-types.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import type { Rates } from "#app/services/exchange-rates/get-rates.server.ts";
import { appendProofs } from "#app/services/proof/append-proof.server.ts";
import { decided, type ProofFact } from "#app/services/proof/facts.ts";

export type Money = { amount: string | null; currency: string | null };

/** What `finishDecisions` writes for all decisions of a transaction. */
export type WrittenDecision = {
  leases: Lease[];
  proof: { submission: Submission; facts: ProofFact[] };
  event: NewEvent;
  earned: VerifiedAmount[];
  move: TotalMove;
};

/**
 * What a decision makes of a locked submission: null if somebody has decided the same meanwhile, repeated if
 * its status stays.
 * @throws {Conflict | Invalid}
 */
export function checkDecision(
  submission: Submission,
  input: SubmissionStatusInput,
  expected?: SubmissionStatus,
): { money: Money; isRepeated: boolean } | null {
  if (expected !== undefined && submission.status !== expected) {
    if (submission.status === input.status) return null;
    throw new Conflict("changed_meanwhile", messages.submissions.changedMeanwhile);
  }
  const money = verifiedMoney(submission, input);
  if (submission.status === input.status) return { money, isRepeated: true };
  if (input.chargedBack) throw new Conflict("not_verified", messages.submissions.notVerified);
  if (submission.erasedAt)
    throw new Conflict("erased", "This person was erased. There's nothing left to decide.");
  if (submission.withdrawnAt)
    throw new Conflict("withdrawn", "The visitor withdrew this. There's nothing left to decide.");
  return { money, isRepeated: false };
}

type Decision = {
  submission: Submission;
  input: SubmissionStatusInput;
  money: Money;
  /** Null for a program with an API key. */
  userId: string | null;
  isInBackground: boolean;
};

/** Writes the decision of one locked submission: its row and its deliveries. */
export async function writeDecision(
  { submission, input, money, userId, isInBackground }: Decision,
  transaction: Transaction,
): Promise<WrittenDecision> {
  const { id: submissionId, workspaceId } = submission;
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
  const eventStatus = change.eventStatus ?? null;
  return {
    leases: created.leases,
    proof: {
      submission,
      facts: [decided({ ...payload, ...(isHandled ? money : { amount: null, currency: null }), at: now })],
    },
    event: {
      type: "submission.decided",
      workspaceId,
      subjectId: submissionId,
      payload: { ...payload, by: userId },
    },
    earned: isHandled ? earnedBy(submission, monthOf(submission), money) : [],
    move: { from: before, to: { ...before, status: input.status, eventStatus } },
  };
}

/** Writes proofs and events, and last what others wait for: once for all decisions of a transaction. */
export async function finishDecisions(
  decisions: WrittenDecision[],
  rates: Rates,
  transaction: Transaction,
): Promise<void> {
  const [first] = decisions;
  if (!first) return;
  const proofs = decisions.map(({ proof }) => proof);
  await appendProofs(first.event.workspaceId, proofs, transaction);
  const events = decisions.map(({ event }) => event);
  await recordEvents(events, transaction);
  const earned = decisions.flatMap((decision) => decision.earned);
  await addVerified(earned, rates, transaction);
  const moves = decisions.map(({ move }) => move);
  await moveAllInTotals(moves, transaction);
}

/** A reason belongs to a rejection: any other status clears it. */
export function reasonOf({ status, reason, reasonText, showReason }: SubmissionStatusInput) {
  const isRejected = status === "rejected";
  return {
    decisionReason: (isRejected && reason) || null,
    decisionReasonText: (isRejected && reasonText) || null,
    showsReason: isRejected && showReason === true,
  };
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

/** The latest amount: the correction, otherwise the verified one, otherwise the visitor's. */
export function knownMoney(submission: Submission): Money {
  const { correctedAmount, verifiedAmount, amount } = submission;
  if (correctedAmount !== null) return { amount: correctedAmount, currency: submission.correctedCurrency };
  if (verifiedAmount !== null) return { amount: verifiedAmount, currency: submission.verifiedCurrency };
  return { amount, currency: submission.currency };
}

/** Without an amount, or once it was charged back, there is no commission. */
export function earnedBy(
  submission: Submission,
  month: string,
  { amount, currency }: Money,
): VerifiedAmount[] {
  if (amount === null || currency === null || new Decimal(amount).isZero()) return [];
  return [{ submission, month, money: { amount, currency } }];
}

/** The owner's month of the visitor's confirmation. */
export const monthOf = ({ day }: Submission) => day.slice(0, 7);
