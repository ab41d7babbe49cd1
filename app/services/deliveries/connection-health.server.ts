import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { HOUR, MINUTE } from "#app/lib/dates.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/domain.ts";
import { log } from "#app/lib/log.server.ts";
import { Connection, Delivery } from "#app/models/index.server.ts";
import type { DeliveryResult } from "#app/services/ad-platforms/ad-platform.ts";
import { recordEvents } from "#app/services/domain-events/record-events.server.ts";
import { countFailure } from "./count-failures.server.ts";

/** How old the time of the last accepted event may be. */
const ACCEPTANCE_AGE_MS = MINUTE;

/** Whether the owner has connected again since the delivery was loaded: a refusal is then of the old credential. */
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
  if (isRecent && lastError === null && pausedUntil === null && failureCount === 0) return;
  const changes = { lastAcceptedAt: new Date(), lastError: null, pausedUntil: null, failureCount: 0 };
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
  delivery: Delivery,
  result: DeliveryResult,
  transaction: Transaction,
): Promise<void> {
  const { id, workspaceId, adPlatform } = connection;
  switch (result.outcome) {
    case "parked": {
      const lastError = (result.remedy ?? result.message ?? "").slice(0, 500);
      // Conditional, because several attempts may be refused at once: the event is recorded once.
      const [refused] = await Connection.update(
        { status: "invalid", lastError },
        { where: { id, workspaceId, status: "connected" }, transaction },
      );
      if (refused === 1) {
        await recordEvents(
          [{ type: "connection.refused", workspaceId, subjectId: id, payload: { adPlatform } }],
          transaction,
        );
      }
      await parkOthers(connection, delivery, transaction);
      return;
    }
    case "permanent":
      if (await countFailure(connection, result, transaction))
        await parkOthers(connection, delivery, transaction);
      return;
    case "transient":
    case "ambiguous": {
      if (result.retryAfterMs === null) return;
      const restMs = Math.min(result.retryAfterMs, HOUR) * config.deliveryRetryScale;
      await connection.update({ pausedUntil: fromNow(restMs) }, { transaction });
      return;
    }
    case "accepted":
    case "submitted":
      // The first is recorded after the commit; the wait of the second is for the result.
      return;
  }
}

/** Nothing else is sent on the connection until it is mended. */
async function parkOthers(
  { id: connectionId, workspaceId }: Connection,
  delivery: Delivery,
  transaction: Transaction,
): Promise<void> {
  await Delivery.update(
    { state: "parked", dueAt: null, updatedAt: new Date() },
    {
      where: {
        workspaceId,
        connectionId,
        state: { [Op.in]: DELIVERY_CLAIMABLE_STATES },
        leaseToken: null,
        id: { [Op.ne]: delivery.id },
      },
      transaction,
    },
  );
}
