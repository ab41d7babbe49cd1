import type { SubmissionStatus } from "#app/lib/domain.ts";
import { Conflict, Invalid } from "#app/lib/errors.ts";
import { fitsCurrency } from "#app/lib/money.ts";
import type { Submission } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { SubmissionStatusInput } from "#app/schemas/submissions.ts";

export type OptionalMoney = { amount: string | null; currency: string | null };

/**
 * Checks a decision of a locked submission: null if somebody has decided the same meanwhile, repeated if its
 * status stays.
 * @throws {Conflict | Invalid}
 */
export function checkDecision(
  submission: Submission,
  input: SubmissionStatusInput,
  expected?: SubmissionStatus,
): { money: OptionalMoney; isRepeated: boolean } | null {
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

/** A reason belongs to a rejection: any other status clears it. */
export function toReason({ status, reason, reasonText, showReason }: SubmissionStatusInput) {
  const isRejected = status === "rejected";
  return {
    decisionReason: (isRejected && reason) || null,
    decisionReasonText: (isRejected && reasonText) || null,
    showsReason: isRejected && showReason === true,
  };
}

/** The amount that the owner typed, otherwise the visitor's, which marking it handled verifies. */
function verifiedMoney(
  submission: Submission,
  { amount, currency, chargedBack }: SubmissionStatusInput,
): OptionalMoney {
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
export function knownMoney(submission: Submission): OptionalMoney {
  const { correctedAmount, verifiedAmount, amount } = submission;
  if (correctedAmount !== null) return { amount: correctedAmount, currency: submission.correctedCurrency };
  if (verifiedAmount !== null) return { amount: verifiedAmount, currency: submission.verifiedCurrency };
  return { amount, currency: submission.currency };
}
