import type { Transaction } from "sequelize";
import { announceChange, announceDue } from "#app/database/announcements.server.ts";
import { insertRows } from "#app/database/insert-rows.server.ts";
import { newId } from "#app/lib/ids.ts";
import { DomainEvent, EventConsumption } from "#app/models/index.server.ts";
import { getConsumers, type NewEvent } from "./event-types.ts";

/** Records domain events in the transaction of the changes they report. */
export async function recordEvents(events: NewEvent[], transaction: Transaction): Promise<void> {
  if (events.length === 0) return;
  const createdAt = new Date();
  const rows = events.map(({ payload, ...event }) => ({
    ...event,
    id: newId(),
    payload: JSON.stringify(payload),
    createdAt,
  }));
  await insertRows(DomainEvent, rows, transaction);
  for (const { workspaceId } of rows) announceChange(`claims:${workspaceId}`, transaction);
  const consumptions = rows.flatMap(({ id, type }) =>
    getConsumers(type).map((consumer) => ({
      eventId: id,
      consumer,
      state: "queued" as const,
      dueAt: createdAt,
      attemptCount: 0,
    })),
  );
  if (consumptions.length === 0) return;
  await EventConsumption.bulkCreate(consumptions, { transaction });
  announceDue(EventConsumption, transaction);
}
