import type { Transaction } from "sequelize";
import { Unavailable } from "#app/lib/errors.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { decideGroup, GROUP_MAX, type GroupDecision, type GroupOutcome } from "./decide-group.server.ts";

type Decided = Exclude<GroupOutcome, { kind: "failed" }>;

/** Runs in the transaction that changes the submissions. */
export type OnChanged = (submissionIds: string[], transaction: Transaction) => Promise<void>;

type Waiting = {
  decision: GroupDecision;
  onChanged: OnChanged | undefined;
  resolve(outcome: Decided): void;
  reject(error: unknown): void;
};

/** By workspace. The entry is there while a group of it is being decided. */
const waiting = new Map<string, Waiting[]>();

/**
 * Decides a submission in one transaction with the others of its workspace that wait at that moment. Resolves
 * after the commit.
 * @param onChanged is called once a transaction for all that were given the same function
 * @throws {DomainError} if it may not be decided; the others of its group are
 */
export function decideTogether(
  workspaceId: string,
  decision: GroupDecision,
  onChanged?: OnChanged,
): Promise<Decided> {
  return new Promise((resolve, reject) => {
    const entry = { decision, onChanged, resolve, reject };
    const queue = waiting.get(workspaceId);
    if (queue) queue.push(entry);
    else {
      waiting.set(workspaceId, [entry]);
      void decideAll(workspaceId);
    }
  });
}

async function decideAll(workspaceId: string): Promise<void> {
  // Decisions of the same event loop turn share the first transaction.
  await new Promise(setImmediate);
  const queue = waiting.get(workspaceId) ?? [];
  while (queue.length > 0) {
    const group = takeGroup(queue);
    const isAvailable = await decide(workspaceId, group);
    // The rest would wait just as long and fail too.
    if (!isAvailable) for (const { reject } of queue.splice(0)) reject(new Unavailable());
  }
  waiting.delete(workspaceId);
}

/** Two decisions of one submission are made one after the other. */
function takeGroup(queue: Waiting[]): Waiting[] {
  const group = new Map<string, Waiting>();
  for (const entry of queue) {
    const { submissionId } = entry.decision;
    if (group.size < GROUP_MAX && !group.has(submissionId)) group.set(submissionId, entry);
  }
  const taken = new Set(group.values());
  queue.splice(0, queue.length, ...queue.filter((entry) => !taken.has(entry)));
  return [...group.values()];
}

/** @returns false if the database was unavailable */
async function decide(workspaceId: string, group: Waiting[]): Promise<boolean> {
  try {
    const outcomes = await decideGroup(
      workspaceId,
      group.map(({ decision }) => decision),
      async (made, transaction) => {
        const changed = group.filter((_, index) => made[index]?.kind === "changed");
        for (const [onChanged, entries] of groupBy(changed, (entry) => entry.onChanged))
          await onChanged?.(
            entries.map(({ decision }) => decision.submissionId),
            transaction,
          );
      },
    );
    group.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index] as GroupOutcome;
      if (outcome.kind === "failed") reject(outcome.error);
      else resolve(outcome);
    });
    return true;
  } catch (error) {
    if (group.length === 1 || error instanceof Unavailable) {
      for (const { reject } of group) reject(error);
      return !(error instanceof Unavailable);
    }
    // One that goes wrong must not fail the others.
    for (const entry of group) if (!(await decide(workspaceId, [entry]))) return false;
    return true;
  }
}
