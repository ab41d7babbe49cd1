import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import {
  type Existing,
  findExisting,
  findStored,
  insertSubmissions,
  type NewSubmission,
} from "#app/database/queries/submission-inserts.server.ts";
import { addToTotals } from "#app/database/queries/totals.server.ts";
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

type Waiting = {
  row: NewSubmission;
  firstSeenAt: Date | null;
  resolve(outcome: WriteOutcome): void;
  reject(error: unknown): void;
};

const MAX_WAITING = 5_000;
const MAX_GROUP = 200;
/** The longest wait for a response. */
const WAIT_MAX_MS = 8_000;

let waiting: Waiting[] = [];
let isFlushing = false;
let idle: Promise<void> = Promise.resolve();

/**
 * Stores a submission and its counts together with all others that are waiting. Resolves after the commit.
 * @param firstSeenAt when the visitor first opened the form, for the proof
 * @throws {Unavailable} if too many are waiting, or the database stays unreachable
 */
export function writeSubmission(row: NewSubmission, firstSeenAt: Date | null): Promise<WriteOutcome> {
  if (waiting.length >= MAX_WAITING) return Promise.reject(new Unavailable());
  return new Promise((resolve, reject) => {
    // A frozen database may still store it later; the same key then finds it.
    const timer = setTimeout(() => reject(new Unavailable()), WAIT_MAX_MS).unref();
    waiting.push({
      row,
      firstSeenAt,
      resolve(outcome) {
        clearTimeout(timer);
        resolve(outcome);
      },
      reject(error) {
        clearTimeout(timer);
        reject(error);
      },
    });
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
  let stored: Set<string>;
  try {
    stored = await store(group);
  } catch (error) {
    if (group.length === 1 || error instanceof Unavailable) {
      for (const entry of group) entry.reject(error);
      return;
    }
    // One refused row must not fail the others.
    for (const entry of group) await flush([entry]);
    return;
  }
  for (const { row, resolve } of group) if (stored.has(row.id)) resolve({ kind: "stored", id: row.id });
  await explain(group.filter(({ row }) => !stored.has(row.id)));
}

/** @returns the ids of the rows that are stored; the others were skipped */
async function store(group: Waiting[]): Promise<Set<string>> {
  const rows = group.map(({ row }) => row);
  const proofs = group.map(({ row, firstSeenAt }) =>
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
      await addToTotals(created, 1, transaction);
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

/** Tells the skipped ones why. Nothing is written here, so an error fails only them. */
async function explain(skipped: Waiting[]): Promise<void> {
  if (skipped.length === 0) return;
  try {
    const existing = await findExisting(skipped.map(({ row }) => row));
    skipped.forEach(({ row, resolve, reject }, index) => {
      const conflict = existing[index];
      if (conflict) resolve(classify(row, conflict));
      else reject(new Error("A submission was not inserted although no other has its keys."));
    });
  } catch (error) {
    for (const { reject } of skipped) reject(error);
  }
}

function classify(row: NewSubmission, existing: Existing): WriteOutcome {
  if (!existing.isSameKey) return { kind: "duplicate" };
  return existing.bodyHash === row.bodyHash ? { kind: "repeated", id: existing.id } : { kind: "key-reused" };
}
