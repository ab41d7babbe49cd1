import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { DomainError, NotFound } from "#app/lib/errors.ts";
import { Submission } from "#app/models/index.server.ts";
import type { SubmissionStatusInput } from "#app/schemas/submissions.ts";
import { getRates } from "#app/services/exchange-rates/get-rates.server.ts";
import {
  checkDecision,
  finishDecisions,
  type WrittenDecision,
  writeDecision,
} from "./write-decision.server.ts";

type Arguments = {
  workspaceId: string;
  submissionIds: string[];
  input: SubmissionStatusInput;
  /** Null for a program with an API key. */
  userId: string | null;
  expected: SubmissionStatus;
};

export type GroupOutcome = {
  changed: string[];
  unchanged: string[];
  failed: { submissionId: string; message: string }[];
};

/**
 * Decides several submissions in one transaction, so that its end and what others wait for cost once. Leaves
 * the attempts to the job. A submission that may not be decided is named, the others are decided.
 * @param onDecided runs in the same transaction
 */
export async function decideGroup(
  { workspaceId, submissionIds, input, userId, expected }: Arguments,
  onDecided: (outcome: GroupOutcome, transaction: Transaction) => Promise<void>,
): Promise<void> {
  const rates = await getRates();
  const decide = async (transaction: Transaction) => {
    const outcome: GroupOutcome = { changed: [], unchanged: [], failed: [] };
    const written: WrittenDecision[] = [];
    // All locks of submissions come first, always in one order.
    const rows = await Submission.findAll({
      where: { id: submissionIds, workspaceId },
      order: [["id", "ASC"]],
      transaction,
      lock: true,
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const submissionId of submissionIds) {
      const checked = check(byId.get(submissionId), input, expected);
      if (checked instanceof DomainError) outcome.failed.push({ submissionId, message: checked.message });
      else if (!checked) outcome.unchanged.push(submissionId);
      else {
        const decision = { ...checked, input, userId, isInBackground: true };
        written.push(await writeDecision(decision, transaction));
        outcome.changed.push(submissionId);
      }
    }
    await finishDecisions(written, rates, transaction);
    await onDecided(outcome, transaction);
  };
  await inTransaction(decide, { line: workspaceId });
}

/** Null if the submission has the status already; the error, if it may not be decided. */
function check(submission: Submission | undefined, input: SubmissionStatusInput, expected: SubmissionStatus) {
  try {
    if (!submission) throw new NotFound("Submission");
    const checked = checkDecision(submission, input, expected);
    return checked && !checked.isRepeated ? { submission, money: checked.money } : null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}
