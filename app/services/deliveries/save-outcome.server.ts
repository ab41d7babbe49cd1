import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { finish, LEASE_MS, type Lease, reschedule } from "#app/database/leases.server.ts";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { type Connection, Delivery, DeliveryAttempt, Submission } from "#app/models/index.server.ts";
import type { DeliveryResult } from "#app/services/ad-platforms/ad-platform.ts";
import { appendProof } from "#app/services/proof/append-proof.server.ts";
import { attempted as attemptedFact, uncovered } from "#app/services/proof/facts.ts";
import { toAttemptRow } from "./attempt-row.ts";
import {
  changesConnection,
  isReconnected,
  recordAcceptance,
  updateConnectionHealth,
} from "./connection-health.server.ts";
import { updateEventStatus } from "./event-status.server.ts";
import type { ConnectedDelivery, DeliveryRow, LoadedDelivery, UnsentEnd } from "./load-delivery.server.ts";
import { lockConnections } from "./lock-connections.server.ts";
import { toMatchEstimate } from "./match-quality.server.ts";
import { nextState } from "./next-state.server.ts";
import { recordDeliveryEvents } from "./record-delivery-events.server.ts";
import { isPlainAcceptance, saveAccepted } from "./save-accepted.server.ts";
import type { AttemptResult } from "./send-event.server.ts";
import { limitUnknownCode } from "./unknown-codes.server.ts";

/** Ends a claim without an attempt: nothing was sent. */
export async function endDelivery(
  { delivery }: LoadedDelivery,
  lease: Lease,
  { state, skipReason }: UnsentEnd,
): Promise<void> {
  const unbegun = { attemptCount: delivery.attemptCount - 1, updatedAt: new Date() };
  const changes = { ...unbegun, state, skipReason, dueAt: null, isBacklog: false };
  await saveRepeatedly(delivery, "shared", async ({ submission, connections }, transaction) => {
    const current = connections.find(({ adPlatform }) => adPlatform === delivery.adPlatform);
    if (state === "parked" && current?.status === "connected") {
      // Reconnected since the delivery was loaded: the deliveries parked then have been resumed.
      const again = { ...unbegun, ...dueAgain(delivery), connectionId: current.id };
      await reschedule(Delivery, lease, again, transaction);
      return;
    }
    if (!(await finish(Delivery, lease, changes, transaction))) return;
    if (skipReason === "consent")
      await appendProof(submission, uncovered(delivery, changes.updatedAt), transaction);
    await recordDeliveryEvents([delivery], state, transaction);
    await updateEventStatus(submission, transaction);
  });
}

/** Saves the outcome of an attempt, while the lease holds. */
export async function saveOutcome(
  ready: ConnectedDelivery,
  lease: Lease,
  outcome: AttemptResult,
): Promise<void> {
  if (isPlainAcceptance(ready, outcome) && (await saveAccepted({ ready, lease, outcome }))) return;
  const { delivery, connection } = ready;
  const { result: given } = outcome;
  let current: Connection | undefined;
  const mode = changesConnection(given) ? "exclusive" : "shared";
  await saveRepeatedly(delivery, mode, async ({ submission, connections }, transaction) => {
    // Found by platform: after reconnecting it is another row.
    current = connections.find(({ adPlatform }) => adPlatform === connection.adPlatform);
    const attempted = await limitUnknownCode(delivery, outcome, transaction);
    const { result } = attempted;
    const isOutdated = result.outcome === "parked" && isReconnected(connection, current);
    const next = isOutdated
      ? dueAgain(delivery)
      : { ...nextState(delivery, result), isBacklog: keepsPlace(delivery, result) };
    const isGivenUp = result.outcome === "submitted" && next.state === "failed";
    // A check without a new result is not an attempt.
    const isNewAttempt = !(delivery.state === "confirming" && next.state === "confirming");
    const { delayMs } = next;
    const match = toMatchEstimate(delivery, attempted);
    const changes = {
      state: next.state,
      attemptCount: isNewAttempt ? delivery.attemptCount : delivery.attemptCount - 1,
      transientCount: next.transientCount,
      isBacklog: next.isBacklog,
      receipt: receiptAfter(delivery, attempted),
      ...(match && { matchScore: match.score, matchGap: match.gap }),
      updatedAt: new Date(),
    };
    const isSaved =
      delayMs === null
        ? await finish(Delivery, lease, { ...changes, dueAt: null }, transaction)
        : await reschedule(Delivery, lease, { ...changes, delayMs }, transaction);
    if (!isSaved) {
      // The lease expired and another worker has the delivery, whose history counts.
      log.warn({ deliveryId: delivery.id, outcome: result.outcome }, "an outcome came after its lease");
      return;
    }
    if (isNewAttempt) {
      const row = toAttemptRow(delivery, isGivenUp ? { ...attempted, result: notReported } : attempted);
      await appendProof(submission, attemptedFact(delivery, row), transaction);
      await insertRows(DeliveryAttempt, [row], transaction);
    }
    await recordDeliveryEvents([delivery], next.state, transaction);
    if (!isOutdated) await updateConnectionHealth(connection, delivery, result, transaction);
    await updateEventStatus(submission, transaction);
  });
  if (given.outcome === "accepted" && current) await recordAcceptance(current);
}

/** The backlog of the old connection, sent in order. With a receipt only the result is requested. */
const dueAgain = ({ receipt, transientCount }: DeliveryRow) => ({
  state: receipt === null ? ("retrying" as const) : ("confirming" as const),
  delayMs: 0,
  transientCount,
  isBacklog: receipt === null,
});

/** A limit uses up no attempt. After any other outcome the next of the backlog goes on. */
const keepsPlace = ({ isBacklog }: DeliveryRow, { outcome, retryAfterMs }: DeliveryResult) =>
  isBacklog && retryAfterMs !== null && (outcome === "transient" || outcome === "ambiguous");

const notReported: DeliveryResult = {
  outcome: "ambiguous",
  retryAfterMs: null,
  platformCode: null,
  message: "The platform has not reported a result.",
  remedy: "It may have the event. Look for the event ID there before you send it again.",
  traceId: null,
};

type LockedRows = { submission: Submission; connections: Connection[] };

/** Retries saving an outcome while the lease lasts, because a lost one means a second send. */
async function saveRepeatedly(
  delivery: DeliveryRow,
  mode: "shared" | "exclusive",
  write: (locked: LockedRows, transaction: Transaction) => Promise<void>,
): Promise<void> {
  const { submissionId, workspaceId } = delivery;
  const deadline = Date.now() + LEASE_MS - 10 * SECOND;
  for (;;) {
    try {
      const save = async (transaction: Transaction) => {
        const submission = await Submission.findOne({
          where: { id: submissionId, workspaceId },
          lock: true,
          transaction,
        });
        if (!submission) return;
        const connections = await lockConnections(workspaceId, mode, transaction);
        await write({ submission, connections }, transaction);
      };
      await inTransaction(save, { queue: workspaceId });
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      log.warn({ err: error, deliveryId: delivery.id }, "an outcome could not be saved yet; trying again");
      await new Promise((resolve) => setTimeout(resolve, SECOND));
    }
  }
}

/** An accepted event keeps its receipt as proof, a parked one to go on asking; any other is sent again. */
function receiptAfter({ state, receipt }: DeliveryRow, { result }: AttemptResult): string | null {
  if (result.outcome === "submitted") return result.receipt;
  const isReceiptNeeded =
    state === "confirming" && (result.outcome === "accepted" || result.outcome === "parked");
  return isReceiptNeeded ? receipt : null;
}
