import { Unavailable } from "#app/lib/errors.ts";
import { inTransaction } from "#app/models/index.server.ts";
import { findStanding, insertSubmissions, type NewSubmission } from "#app/models/submission-writes.server.ts";
import { addToSources, addToTotals } from "#app/models/totals.server.ts";

/** What became of a write: a new row, the same one again, or one that stands in the way. */
export type WriteOutcome =
  | { kind: "stored"; id: string }
  | { kind: "repeated"; id: string }
  | { kind: "key-reused" }
  | { kind: "duplicate" };

type Waiting = { row: NewSubmission; resolve(outcome: WriteOutcome): void; reject(error: unknown): void };

const MAX_WAITING = 5_000;
const MAX_GROUP = 200;
/** Nobody is kept waiting longer for an answer. */
const WAIT_MAX_MS = 8_000;

let waiting: Waiting[] = [];
let isFlushing = false;
let idle: Promise<void> = Promise.resolve();

/**
 * Stores a submission and its counts, together with all that wait at the same moment. Resolves after the commit.
 * @throws {Unavailable} when too many wait, or the database stays away
 */
export function writeSubmission(row: NewSubmission): Promise<WriteOutcome> {
  if (waiting.length >= MAX_WAITING) return Promise.reject(new Unavailable());
  return new Promise((resolve, reject) => {
    // A frozen database: it may be stored yet, and the same key then finds it.
    setTimeout(() => reject(new Unavailable()), WAIT_MAX_MS).unref();
    waiting.push({ row, resolve, reject });
    if (!isFlushing) {
      isFlushing = true;
      idle = flushAll();
    }
  });
}

/** Resolves when nothing waits any more. */
export function drainSubmissions(): Promise<void> {
  return idle;
}

async function flushAll(): Promise<void> {
  // What arrives in the same turn of the event loop shares the first transaction.
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
    // One row that the database refuses must not sink its neighbours.
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
        counted.map(({ userId, day, source }) => ({ userId, day, source: source ?? "" })),
        1,
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
  const standing = await findStanding(row);
  if (!standing) throw new Error("A submission was left out although nothing stands in its way.");
  if (!standing.isSameKey) return { kind: "duplicate" };
  return standing.bodyHash === row.bodyHash ? { kind: "repeated", id: standing.id } : { kind: "key-reused" };
}
