import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import {
  type ExistingSubmission,
  findExisting,
  findStored,
  insertSubmissions,
  type NewSubmission,
} from "#app/database/queries/submission-inserts.server.ts";
import { addToTotals } from "#app/database/queries/totals.server.ts";
import { createBatcher } from "#app/lib/batcher.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { ProofEntry } from "#app/models/index.server.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { createEntry } from "#app/services/proof/create-entry.server.ts";
import { submitted } from "#app/services/proof/facts.ts";

/** The result of a write: a new row, the same row again, or a conflict. */
export type WriteOutcome =
  | { kind: "stored"; id: string }
  | { kind: "repeated"; id: string }
  | { kind: "key-reused" }
  | { kind: "duplicate" };

type NewEntry = { row: NewSubmission; firstSeenAt: Date | null };

const WAITING_MAX = 5_000;

const batcher = createBatcher<NewEntry, WriteOutcome>({ getKey: () => "all", max: 200, run: writeBatch });
let waiting = 0;

/**
 * Stores a submission and its counts together with all others that are waiting. Resolves after the commit.
 * @param firstSeenAt when the visitor first opened the form, for the proof
 * @throws {Unavailable} if too many are waiting, or the database stays unreachable
 */
export async function writeSubmission(row: NewSubmission, firstSeenAt: Date | null): Promise<WriteOutcome> {
  if (waiting >= WAITING_MAX) throw new Unavailable();
  waiting += 1;
  // After the request's deadline a frozen database may still store it; the same key then finds it.
  return batcher.add({ row, firstSeenAt }).finally(() => {
    waiting -= 1;
  });
}

/** Resolves when no submission waits. */
export const drainSubmissions = (): Promise<void> => batcher.settled();

async function writeBatch(entries: NewEntry[]): Promise<(WriteOutcome | Error)[]> {
  const stored = await store(entries);
  const skipped = entries.filter(({ row }) => !stored.has(row.id));
  const outcomes = await resolveSkipped(skipped.map(({ row }) => row));
  return entries.map(({ row }) =>
    stored.has(row.id) ? { kind: "stored", id: row.id } : (outcomes.get(row.id) as WriteOutcome | Error),
  );
}

/** @returns the ids of the rows that are stored; the others were skipped */
async function store(entries: NewEntry[]): Promise<Set<string>> {
  const rows = entries.map(({ row }) => row);
  const proofs = entries.map(({ row, firstSeenAt }) =>
    createEntry({ submissionId: row.id, workspaceId: row.workspaceId }, null, submitted(row, firstSeenAt)),
  );
  let isRetry = false;
  return inTransaction(async (transaction) => {
    // The first attempt may have committed although its connection was lost: its rows are counted.
    const counted = isRetry ? await findStored(rows, transaction) : new Set();
    isRetry = true;
    const ids = await insertSubmissions(rows, transaction);
    const created = rows.filter(({ id }) => ids.has(id) && !counted.has(id));
    if (created.length > 0) {
      await addToTotals(created, transaction);
      await recordEvents(
        created.map(({ id, workspaceId, formId }) => ({
          type: "submission.created" as const,
          workspaceId,
          subjectId: id,
          payload: { formId },
        })),
        transaction,
      );
      const createdIds = new Set(created.map(({ id }) => id));
      await insertRows(
        ProofEntry,
        proofs.filter(({ submissionId }) => createdIds.has(submissionId)),
        transaction,
      );
    }
    return ids;
  });
}

/** What the skipped rows conflict with, by id. Nothing is written here, so an error fails only them. */
async function resolveSkipped(rows: NewSubmission[]): Promise<Map<string, WriteOutcome | Error>> {
  const outcomes = new Map<string, WriteOutcome | Error>();
  if (rows.length === 0) return outcomes;
  try {
    const existing = await findExisting(rows);
    for (const [index, row] of rows.entries()) {
      const conflict = existing[index];
      const missing = () => new Error("A submission was not inserted although no other has its keys.");
      outcomes.set(row.id, conflict ? classify(row, conflict) : missing());
    }
  } catch (error) {
    for (const { id } of rows) outcomes.set(id, error as Error);
  }
  return outcomes;
}

function classify(row: NewSubmission, existing: ExistingSubmission): WriteOutcome {
  if (!existing.isSameKey) return { kind: "duplicate" };
  return existing.bodyHash === row.bodyHash ? { kind: "repeated", id: existing.id } : { kind: "key-reused" };
}
