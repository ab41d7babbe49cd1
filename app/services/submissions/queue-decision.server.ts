import type { Transaction } from "sequelize";
import { createBatcher } from "#app/lib/batcher.ts";
import { groupBy } from "#app/lib/group-by.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { BATCH_MAX, type Decision, type DecisionOutcome, decideBatch } from "./decide-batch.server.ts";
import { toDecider } from "./write-decisions.server.ts";

type CompletedOutcome = Exclude<DecisionOutcome, { kind: "failed" }>;

/** Runs in the transaction that changes the submissions. */
export type ChangeListener = (submissionIds: string[], transaction: Transaction) => Promise<void>;

/** The actor's right is checked in the transaction. */
type OwnDecision = Omit<Decision, "access" | "decider"> & { access: Access };
type QueuedDecision = { workspaceId: string; decision: Decision; onChanged: ChangeListener | undefined };

const batcher = createBatcher<QueuedDecision, CompletedOutcome>({
  getKey: ({ workspaceId }) => workspaceId,
  getId: ({ decision }) => decision.submissionId,
  max: BATCH_MAX,
  run: decideQueued,
});

/**
 * Decides a submission in one transaction with the others of its workspace that wait at that moment. Resolves
 * after the commit.
 * @param onChanged is called once a transaction for all that were given the same function
 * @throws {DomainError} if it may not be decided; the others of its batch are
 */
export const queueDecision = (
  decision: OwnDecision,
  onChanged?: ChangeListener,
): Promise<CompletedOutcome> => {
  const { workspaceId } = decision.access;
  const decider = toDecider(decision.access);
  return batcher.add({ workspaceId, decision: { ...decision, decider }, onChanged });
};

async function decideQueued(queued: QueuedDecision[]): Promise<(CompletedOutcome | Error)[]> {
  const outcomes = await decideBatch(
    queued[0]?.workspaceId ?? "",
    queued.map(({ decision }) => decision),
    {
      onDecided: async (made, transaction) => {
        const changed = queued.filter((_, index) => made[index]?.kind === "changed");
        for (const [onChanged, entries] of groupBy(changed, (entry) => entry.onChanged))
          await onChanged?.(
            entries.map(({ decision }) => decision.submissionId),
            transaction,
          );
      },
    },
  );
  return outcomes.map((outcome) => (outcome.kind === "failed" ? outcome.error : outcome));
}
