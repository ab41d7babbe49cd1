import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import type { Lease } from "#app/database/leases.server.ts";
import { DELIVERY_OPEN_STATES, type EventStatus, type SubmissionStatus } from "#app/lib/domain.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import type { SubmissionStatusInput } from "#app/schemas/submissions.ts";
import { removeVerified } from "#app/services/commissions/verified-amounts.server.ts";
import { eventStatusOf } from "#app/services/deliveries/event-status.server.ts";
import { makeFirstAttempts } from "#app/services/deliveries/first-attempts.server.ts";
import { lockConnections } from "#app/services/deliveries/lock-connections.server.ts";
import { getRates } from "#app/services/exchange-rates/get-rates.server.ts";
import { checkDecision, reasonOf } from "./check-decision.server.ts";
import { correct } from "./correct-amount.server.ts";
import { decideTogether } from "./decide-together.server.ts";
import { getSubmission } from "./get-submission.server.ts";
import { type DecisionInput, finishDecisions, writeDecisions } from "./write-decision.server.ts";

type Arguments = {
  workspaceId: string;
  submissionId: string;
  input: DecisionInput;
  /** Null for a program with an API key. */
  userId?: string | null;
  /** The status that the decision is based on. If it has changed, nothing is decided. */
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
  const { workspaceId, submissionId, input, userId = null, expected } = args;
  if (!isId(submissionId)) throw new NotFound("Submission");
  const decision = { submissionId, input, userId, ...(expected && { expected }), isInBackground: false };
  const outcome = await decideTogether(workspaceId, decision);
  const { leases } = outcome.kind === "alone" ? await applyDecision(args) : { leases: [], ...outcome };
  await makeFirstAttempts(leases);
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
        await correct({ submission, money, input, userId, rates }, transaction);
      await explain(submission, input, transaction);
      return { hasChanged: false, leases: [] };
    }
    if (submission.status === "handled") {
      await cancelUnsent(submission, transaction);
      await removeVerified(submission, transaction);
    }
    const decision = { submission, input, money, userId, isInBackground };
    const written = await writeDecisions([decision], rates, transaction);
    await finishDecisions(written, rates, transaction);
    return { hasChanged: true, leases: written.flatMap(({ leases }) => leases) };
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
  // A note on an erased person could not be found and erased.
  if (submission.erasedAt) return;
  if (Object.keys(change).length > 0) await submission.update(change, { transaction });
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
