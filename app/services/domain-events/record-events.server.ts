import type { Transaction } from "sequelize";
import { announceChange, announceDue } from "#app/database/announcements.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { newId } from "#app/lib/ids.ts";
import { DomainEvent, EventConsumption } from "#app/models/index.server.ts";
import { type ConsumerName, getConsumers, JOINT_CONSUMERS, type NewEvent } from "./event-types.ts";

/** Records domain events in the transaction of the changes they report, with a mark for each of their consumers. */
export async function recordEvents(events: NewEvent[], transaction: Transaction): Promise<void> {
  if (events.length === 0) return;
  const createdAt = new Date();
  const rows = events.map(({ payload, ...event }) => ({
    ...event,
    id: newId(),
    payload: JSON.stringify(payload),
    isMarked: true,
    createdAt,
  }));
  await insertRows(DomainEvent, rows, transaction);
  for (const { workspaceId } of rows) announceChange(`claims:${workspaceId}`, transaction);
  const marks = rows.flatMap(({ id, type }) => getConsumers(type).map((consumer) => toMark(id, consumer)));
  await insertRows(EventConsumption, marks, transaction);
  if (marks.some(({ consumer }) => !JOINT_CONSUMERS.some((joint) => joint === consumer)))
    announceDue(EventConsumption, transaction);
}

/** What a consumer finds the event by, however late its transaction commits. */
export const toMark = (eventId: string, consumer: ConsumerName) => ({
  id: newId(),
  eventId,
  consumer,
  state: "queued" as const,
  dueAt: new Date(),
  leaseToken: null,
  attemptCount: 0,
  lastError: null,
});
