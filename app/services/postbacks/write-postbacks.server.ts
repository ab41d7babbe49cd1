import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { createBatcher } from "#app/lib/batcher.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { Postback } from "#app/models/index.server.ts";

export type NewPostback = Pick<
  Postback,
  | "id"
  | "workspaceId"
  | "platformId"
  | "state"
  | "receivedAt"
  | "ip"
  | "query"
  | "body"
  | "bodyType"
  | "outcome"
  | "problem"
  | "rowId"
>;

/** What one process holds while the database is slow: each is at most as long as what is stored of it. */
const WAITING_MAX = 20_000;
/** A broker with more that wait has a queue of its own, so that others' calls do not wait behind them. */
const SHARED_MAX = 50;
const BATCH = 250;

const waiting = new Map<string, number>();
let allWaiting = 0;

const batcher = createBatcher<NewPostback, true>({
  getKey: ({ platformId }) => ((waiting.get(platformId) ?? 0) > SHARED_MAX ? platformId : "all"),
  max: BATCH,
  run: writeBatch,
});

/**
 * Stores a call together with others that are waiting. Resolves after the commit.
 * @throws {Unavailable} if too many are waiting, or the database stays unreachable
 */
export async function writePostback(call: NewPostback): Promise<void> {
  if (allWaiting >= WAITING_MAX) throw new Unavailable();
  const { platformId } = call;
  allWaiting += 1;
  waiting.set(platformId, (waiting.get(platformId) ?? 0) + 1);
  try {
    await batcher.add(call);
  } finally {
    allWaiting -= 1;
    const left = (waiting.get(platformId) ?? 1) - 1;
    if (left > 0) waiting.set(platformId, left);
    else waiting.delete(platformId);
  }
}

/** Resolves when no call waits to be stored. */
export const drainPostbacks = (): Promise<void> => batcher.settled();

async function writeBatch(calls: NewPostback[]): Promise<true[]> {
  await inTransaction(async (transaction) => {
    // An attempt whose connection was lost may have stored them.
    await insertRows(Postback, calls, transaction, { skipsKnown: true });
    if (calls.some(({ state }) => state !== "shut")) announceDue(Postback, transaction);
  });
  return calls.map(() => true);
}
