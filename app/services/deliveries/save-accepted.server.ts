import { EventEmitter, once } from "node:events";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import type { Lease } from "#app/database/leases.server.ts";
import { markSent } from "#app/database/queries/sent-deliveries.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { createBatcher } from "#app/lib/batcher.ts";
import { log } from "#app/lib/log.server.ts";
import { type Connection, DeliveryAttempt, Submission } from "#app/models/index.server.ts";
import { appendProofs } from "#app/services/proof/append-proof.server.ts";
import { attempted } from "#app/services/proof/facts.ts";
import { toAttemptRow } from "./attempt-row.ts";
import { recordAcceptance } from "./connection-health.server.ts";
import { COUNTED_COLUMNS, updateEventStatuses } from "./event-status.server.ts";
import type { ConnectedDelivery } from "./load-delivery.server.ts";
import { lockConnections } from "./lock-connections.server.ts";
import { toMatchEstimate } from "./match-quality.server.ts";
import { recordDeliveryEvents } from "./record-delivery-events.server.ts";
import type { AttemptResult } from "./send-event.server.ts";

type AcceptedDelivery = { ready: ConnectedDelivery; lease: Lease; outcome: AttemptResult };
/**
 * How long an accepted event waits for others of its workspace that are being sent: each transaction has a
 * dozen statements.
 */
const GATHER_MAX_MS = 20;

/** How many events of a workspace are being sent. */
const calls = new Map<string, number>();
const answered = new EventEmitter<Record<string, []>>().setMaxListeners(0);

/** Sends an event. Accepted ones wait for it, so that those of one claim are saved together. */
export async function countCall<T>(workspaceId: string, call: () => Promise<T>): Promise<T> {
  calls.set(workspaceId, (calls.get(workspaceId) ?? 0) + 1);
  try {
    return await call();
  } finally {
    const left = (calls.get(workspaceId) ?? 1) - 1;
    calls.set(workspaceId, left);
    if (left === 0) {
      calls.delete(workspaceId);
      answered.emit(workspaceId);
    }
  }
}

async function allAnswered(workspaceId: string): Promise<void> {
  if (calls.has(workspaceId)) {
    const waiting = new AbortController();
    const { signal } = waiting;
    const longest = sleep(GATHER_MAX_MS, undefined, { signal });
    await Promise.race([once(answered, workspaceId, { signal }), longest]);
    waiting.abort();
  }
  // The last one to be answered has not been added yet.
  await nextTurn();
}

const batcher = createBatcher<AcceptedDelivery, boolean>({
  getKey: ({ ready }) => ready.delivery.workspaceId,
  max: 150,
  gather: allAnswered,
  run: saveBatch,
});

/** Whether the outcome changes the event's own rows and nothing else. */
export const isPlainAcceptance = ({ delivery }: ConnectedDelivery, { result }: AttemptResult) =>
  result.outcome === "accepted" && delivery.state !== "confirming";

/**
 * Saves an accepted event together with all others of its workspace that wait.
 * @returns false if they could not be saved: each is then saved alone
 */
export const saveAccepted = (accepted: AcceptedDelivery): Promise<boolean> => batcher.add(accepted);

async function saveBatch(batch: AcceptedDelivery[]): Promise<boolean[]> {
  try {
    const workspaceId = batch[0]?.ready.delivery.workspaceId ?? "";
    const save = (transaction: Transaction) => store(workspaceId, batch, transaction);
    const connections = await inTransaction(save, { queue: workspaceId });
    const adPlatforms = new Set(batch.map(({ ready }) => ready.delivery.adPlatform));
    for (const connection of connections)
      if (adPlatforms.has(connection.adPlatform)) await recordAcceptance(connection);
    return batch.map(() => true);
  } catch (error) {
    log.warn({ err: error, events: batch.length }, "accepted events are saved one by one");
    return batch.map(() => false);
  }
}

/** @throws {Error} if one has lost its lease or its submission */
async function store(
  workspaceId: string,
  batch: AcceptedDelivery[],
  transaction: Transaction,
): Promise<Connection[]> {
  const ids = [...new Set(batch.map(({ ready }) => ready.delivery.submissionId))].sort();
  const submissions = await findRows(Submission, {
    where: { workspaceId, id: ids },
    attributes: COUNTED_COLUMNS,
    order: [["id", "ASC"]],
    lock: true,
    transaction,
  });
  if (submissions.length < ids.length) throw new Error("A submission is gone.");
  const connections = await lockConnections(workspaceId, "shared", transaction);
  const sent = batch.map(({ ready, lease, outcome }) => ({
    ...lease,
    match: toMatchEstimate(ready.delivery, outcome),
  }));
  if (!(await markSent(sent, transaction))) throw new Error("A lease was lost.");
  const attempts = batch.map(({ ready: { delivery }, outcome }) => {
    const row = toAttemptRow(delivery, outcome);
    return { row, submissionId: delivery.submissionId, fact: attempted(delivery, row) };
  });
  const appended = ids.map((submissionId) => ({
    submissionId,
    facts: attempts.filter((attempt) => attempt.submissionId === submissionId).map(({ fact }) => fact),
  }));
  await appendProofs(workspaceId, appended, transaction);
  await insertRows(
    DeliveryAttempt,
    attempts.map(({ row }) => row),
    transaction,
  );
  const deliveries = batch.map(({ ready }) => ready.delivery);
  await recordDeliveryEvents(deliveries, "sent", transaction);
  await updateEventStatuses(submissions, transaction);
  return connections;
}
