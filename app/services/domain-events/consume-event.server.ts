import type { Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { deleteHeld, finish, type Lease, reschedule } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { DomainEvent, EventConsumption } from "#app/models/index.server.ts";
import { planRetry } from "#app/services/retries/plan-retry.server.ts";
import type { RecordedEvent } from "./event-types.ts";

/**
 * Processes one event and writes its effects in `transaction`, which also deletes its mark. Slow work belongs in a
 * queue of its own, such as the outbox of emails.
 */
export type ConsumeEvent = (event: RecordedEvent, transaction: Transaction) => Promise<void>;

const RETRIES = {
  stepsMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR],
  scale: config.eventRetryScale,
};
const MAX_AGE_MS = 3 * DAY;

/**
 * Lets a consumer process the event of a claimed row. If it throws, nothing is written and the event is
 * retried.
 */
export async function consumeEvent(consume: ConsumeEvent, lease: Lease): Promise<void> {
  const row = await EventConsumption.findOne({
    where: { id: lease.id, leaseToken: lease.token },
    include: { model: DomainEvent, as: "event" },
  });
  if (!row?.event) return;
  const event = toRecordedEvent(row.event);
  try {
    await inTransaction(async (transaction) => {
      if (await deleteHeld(EventConsumption, lease, transaction)) await consume(event, transaction);
    });
  } catch (error) {
    await saveFailure(row, event, lease, error as Error);
  }
}

export function toRecordedEvent({
  id,
  workspaceId,
  type,
  subjectId,
  payload,
  createdAt,
}: DomainEvent): RecordedEvent {
  // `recordEvents` wrote type and payload from the same union.
  return { id, workspaceId, type, subjectId, payload: JSON.parse(payload), createdAt } as RecordedEvent;
}

async function saveFailure(
  { consumer, attemptCount }: EventConsumption,
  { id: eventId, type, createdAt }: RecordedEvent,
  lease: Lease,
  error: Error,
): Promise<void> {
  const details = { err: error, consumer, eventId, type, attemptCount };
  // Not the message, in which a database quotes rows.
  const lastError = error.name;
  const until = new Date(createdAt.getTime() + MAX_AGE_MS);
  const delayMs = planRetry(RETRIES, { failures: attemptCount, until });
  if (delayMs === null) log.error(details, "a domain event was given up");
  else log.warn(details, "a domain event could not be consumed yet");
  await inTransaction((transaction) =>
    delayMs === null
      ? finish(EventConsumption, lease, { state: "failed", lastError }, transaction)
      : reschedule(EventConsumption, lease, { delayMs, lastError }, transaction),
  );
}
