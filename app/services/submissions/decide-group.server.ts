import type { Transaction } from "sequelize";
import { inTransaction, isSqlite } from "#app/database/connection.server.ts";
import type { Lease } from "#app/database/leases.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { DomainError, NotFound } from "#app/lib/errors.ts";
import { Submission } from "#app/models/index.server.ts";
import { getRates } from "#app/services/exchange-rates/get-rates.server.ts";
import { checkDecision } from "./check-decision.server.ts";
import {
  type CheckedDecision,
  type DecisionInput,
  finishDecisions,
  writeDecisions,
} from "./write-decision.server.ts";

/** The most of one transaction. On SQLite a visitor who submits meanwhile waits for no more than these. */
export const GROUP_MAX = isSqlite ? 20 : 100;

export type GroupDecision = {
  submissionId: string;
  input: DecisionInput;
  /** Null for a program with an API key. */
  userId: string | null;
  /** The status that the decision was made from. If it is another one by now, nothing is decided. */
  expected?: SubmissionStatus;
  /** Leaves the attempts to the job; otherwise they are the caller's, under `leases`. */
  isInBackground: boolean;
};

/**
 * What became of a decision. `alone`: nothing yet, because it takes a decision back or repeats one, which
 * `applyDecision` does in a transaction of its own.
 */
export type GroupOutcome =
  | { kind: "changed"; leases: Lease[] }
  | { kind: "unchanged" }
  | { kind: "alone" }
  | { kind: "failed"; error: DomainError };

/**
 * Decides several submissions of a workspace in one transaction. A submission that may not be decided is
 * named, the others are decided.
 * @param decisions of a submission each
 * @param onDecided runs in the same transaction, with the outcomes in the order of the decisions
 */
export async function decideGroup(
  workspaceId: string,
  decisions: GroupDecision[],
  onDecided?: (outcomes: GroupOutcome[], transaction: Transaction) => Promise<void>,
): Promise<GroupOutcome[]> {
  const rates = await getRates();
  const decide = async (transaction: Transaction) => {
    // Locks submissions first, in one fixed order.
    const rows = await Submission.findAll({
      where: { id: decisions.map(({ submissionId }) => submissionId), workspaceId },
      order: [["id", "ASC"]],
      transaction,
      lock: true,
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const checked = decisions.map((decision) => check(byId.get(decision.submissionId), decision));
    const written = await writeDecisions(
      checked.flatMap((one) => ("money" in one ? [one] : [])),
      rates,
      transaction,
    );
    await finishDecisions(written, rates, transaction);
    const leases = new Map(written.map((one) => [one.submissionId, one.leases]));
    const outcomes = checked.map(
      (one): GroupOutcome =>
        "money" in one ? { kind: "changed", leases: leases.get(one.submission.id) ?? [] } : one,
    );
    await onDecided?.(outcomes, transaction);
    return outcomes;
  };
  return inTransaction(decide, { line: workspaceId });
}

function check(
  submission: Submission | undefined,
  decision: GroupDecision,
): CheckedDecision | Exclude<GroupOutcome, { kind: "changed" }> {
  try {
    if (!submission) throw new NotFound("Submission");
    const checked = checkDecision(submission, decision.input, decision.expected);
    if (!checked) return { kind: "unchanged" };
    if (checked.isRepeated || submission.status === "handled") return { kind: "alone" };
    return { ...decision, submission, money: checked.money };
  } catch (error) {
    if (error instanceof DomainError) return { kind: "failed", error };
    throw error;
  }
}
