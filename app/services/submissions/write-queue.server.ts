import { inTransaction } from "#app/database/connection.server.ts";
import {
  findExisting,
  insertSubmissions,
  type NewSubmission,
} from "#app/database/queries/submission-inserts.server.ts";
import { addToSources, addToTotals } from "#app/database/queries/totals.server.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";

/** The result of a write: a new row, the same row again, or a conflict. */
export type WriteOutcome =
  | { kind: "stored"; id: string }
  | { kind: "repeated"; id: string }
  | { kind: "key-reused" }
  | { kind: "duplicate" };

type Waiting = { row: NewSubmission; resolve(outcome: WriteOutcome): void; reject(error: unknown): void };

const MAX_WAITING = 5_000;
const MAX_GROUP = 200;
/** The longest wait for a response. */
const WAIT_MAX_MS = 8_000;

let waiting: Waiting[] = [];
let isFlushing = false;
let idle: Promise<void> = Promise.resolve();

/**
 * Stores a submission and its counts together with all others that are waiting. Resolves after the commit.
 * @throws {Unavailable} if too many are waiting, or the database stays unreachable
 */
export function writeSubmission(row: NewSubmission): Promise<WriteOutcome> {
  if (waiting.length >= MAX_WAITING) return Promise.reject(new Unavailable());
  return new Promise((resolve, reject) => {
    // The database may be frozen and store it later; the same key then finds it.
    setTimeout(() => reject(new Unavailable()), WAIT_MAX_MS).unref();
    waiting.push({ row, resolve, reject });
    if (!isFlushing) {
      isFlushing = true;
      idle = flushAll();
    }
  });
}

/** Resolves when the queue is empty. */
export function drainSubmissions(): Promise<void> {
  return idle;
}

async function flushAll(): Promise<void> {
  // Submissions of the same event loop turn share the first transaction.
  await new Promise(setImmediate);
  while (waiting.length > 0) {
    const group = waiting.slice(0, MAX_GROUP);
    waiting = waiting.slice(MAX_GROUP);
    await flush(group);
  }
  isFlushing = false;
}

async function flush(group: Waiting[]): Promise<void> {
  try {
    const outcomes = await store(group.map(({ row }) => row));
    group.forEach((entry, index) => {
      entry.resolve(outcomes[index] as WriteOutcome);
    });
  } catch (error) {
    if (group.length === 1 || error instanceof Unavailable) {
      for (const entry of group) entry.reject(error);
      return;
    }
    // One refused row must not fail the others.
    for (const entry of group) await flush([entry]);
  }
}

async function store(rows: NewSubmission[]): Promise<WriteOutcome[]> {
  const stored = await inTransaction(async (transaction) => {
    const ids = await insertSubmissions(rows, transaction);
    const counted = rows.filter(({ id }) => ids.has(id));
    if (counted.length > 0) {
      await addToTotals(counted, 1, transaction);
      await addToSources(
        counted.map(({ workspaceId, day, source }) => ({ workspaceId, day, source: source ?? "" })),
        1,
        transaction,
      );
      await recordEvents(
        counted.map(({ id, workspaceId, formId }) => ({
          type: "submission.created" as const,
          workspaceId,
          subjectId: id,
          payload: { formId },
        })),
        transaction,
      );
    }
    return ids;
  });
  return Promise.all(
    rows.map((row) => (stored.has(row.id) ? ({ kind: "stored", id: row.id } as const) : judge(row))),
  );
}

async function judge(row: NewSubmission): Promise<WriteOutcome> {
  const standing = await findExisting(row);
  if (!standing) throw new Error("A submission was left out although nothing stands in its way.");
  if (!standing.isSameKey) return { kind: "duplicate" };
  return standing.bodyHash === row.bodyHash ? { kind: "repeated", id: standing.id } : { kind: "key-reused" };
}
