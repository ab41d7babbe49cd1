import { Op, type Transaction, type WhereOptions } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { HOUR, MINUTE } from "#app/lib/dates.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/event-state.ts";
import { log } from "#app/lib/log.server.ts";
import { Connection, Delivery } from "#app/models/index.server.ts";
import type { DeliveryResult } from "#app/services/ad-platforms/ad-platform.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { isResting, letRest, toRecovered } from "#app/services/retries/health.server.ts";
import { countFailure } from "./count-failures.server.ts";

/** How old the time of the last accepted event may be. */
const ACCEPTANCE_AGE_MS = MINUTE;

/** Whether the owner has reconnected since the delivery was loaded: a refusal is of the old credential. */
export function isReconnected(
  { id, connectedAt }: Connection,
  current: Connection | undefined,
): current is Connection {
  if (current === undefined) return false;
  return current.id !== id || current.connectedAt.getTime() !== connectedAt.getTime();
}

/** Whether a result changes the connection's row: it is refused, or has to rest. */
export function changesConnection({ outcome, retryAfterMs }: DeliveryResult): boolean {
  if (outcome === "accepted" || outcome === "submitted") return false;
  return outcome === "parked" || outcome === "permanent" || retryAfterMs !== null;
}

/**
 * Records on the connection that an event was accepted, at most once a minute. In a transaction of its own:
 * all events of a connection would otherwise wait for each other.
 */
export async function recordAcceptance(connection: Connection): Promise<void> {
  const { id, workspaceId, lastAcceptedAt, lastError, pausedUntil, failureCount } = connection;
  const isRecent = lastAcceptedAt !== null && Date.now() - lastAcceptedAt.getTime() < ACCEPTANCE_AGE_MS;
  const hasNoPause = (lastError === null && pausedUntil === null) || isResting(connection);
  if (isRecent && hasNoPause && failureCount === 0) return;
  const changes = { lastAcceptedAt: new Date(), ...toRecovered({ keepsRest: true }) };
  try {
    await inTransaction((transaction) =>
      Connection.update(changes, { where: { id, workspaceId, status: "connected" }, transaction }),
    );
  } catch (error) {
    // The next accepted event records it.
    log.warn({ err: error, connectionId: id }, "an acceptance could not be recorded on its connection");
  }
}

/** A refused credential parks all that is open on the connection; a limit lets it rest. */
export async function updateConnectionHealth(
  connection: Connection,
  delivery: Pick<Delivery, "id">,
  result: DeliveryResult,
  transaction: Transaction,
): Promise<void> {
  const { id, workspaceId } = connection;
  switch (result.outcome) {
    case "parked":
      await recordRefusal(connection, result, transaction);
      await parkDeliveries(connection, { id: { [Op.ne]: delivery.id } }, transaction);
      return;
    case "permanent":
      if (await countFailure(connection, result, transaction))
        await parkDeliveries(connection, { id: { [Op.ne]: delivery.id } }, transaction);
      return;
    case "transient":
    case "ambiguous": {
      if (result.retryAfterMs === null) return;
      const restMs = Math.min(result.retryAfterMs, HOUR) * config.deliveryRetryScale;
      if (result.connectionFault) await reportBlock(connection, result, transaction);
      await letRest(Connection, { id, workspaceId }, restMs, transaction);
      return;
    }
    case "accepted":
    case "submitted":
      // An acceptance is recorded after the commit. A submitted event waits for its result, not for the
      // connection.
      return;
  }
}

/** Records that a check of the connection found its credential refused, and parks all that is open. */
export async function refuseConnection(connection: Connection, result: DeliveryResult): Promise<void> {
  await inTransaction(async (transaction) => {
    if (await recordRefusal(connection, result, transaction))
      await parkDeliveries(connection, {}, transaction);
  });
}

/** Nothing happens where the owner has reconnected in the meantime. */
function recordRefusal(
  connection: Connection,
  result: DeliveryResult,
  transaction: Transaction,
): Promise<boolean> {
  const where = { status: "connected", connectedAt: connection.connectedAt } as const;
  return report({ connection, result, where, changes: { status: "invalid" } }, transaction);
}

/** Told once, until an event is accepted again: the block may last for many pauses. */
async function reportBlock(connection: Connection, result: DeliveryResult, transaction: Transaction) {
  const where = { status: "connected", lastError: null } as const;
  await report({ connection, result, where, changes: {} }, transaction);
}

type Report = {
  connection: Connection;
  result: DeliveryResult;
  /** Conditional, because several attempts may be refused at once: the event is recorded once. */
  where: WhereOptions<Connection>;
  changes: Partial<Pick<Connection, "status">>;
};

/**
 * Saves why a connection does not work, and records the domain event of it.
 * @returns whether the condition held
 */
async function report(
  { connection: { id, workspaceId, adPlatform }, result, where, changes }: Report,
  transaction: Transaction,
): Promise<boolean> {
  const lastError = (result.remedy ?? result.message ?? "").slice(0, 500);
  const [changed] = await Connection.update(
    { ...changes, lastError },
    { where: { ...where, id, workspaceId }, transaction },
  );
  if (changed !== 1) return false;
  const payload = { adPlatform, reason: result.connectionFault ?? null };
  await recordEvents([{ type: "connection.refused", workspaceId, subjectId: id, payload }], transaction);
  return true;
}

/** Parks the open deliveries of a connection until it is connected again. */
async function parkDeliveries(
  { id: connectionId, workspaceId }: Connection,
  where: WhereOptions<Delivery>,
  transaction: Transaction,
): Promise<void> {
  await Delivery.update(
    { state: "parked", dueAt: null, updatedAt: new Date() },
    {
      where: {
        ...where,
        workspaceId,
        connectionId,
        state: { [Op.in]: DELIVERY_CLAIMABLE_STATES },
        leaseToken: null,
      },
      transaction,
    },
  );
}
