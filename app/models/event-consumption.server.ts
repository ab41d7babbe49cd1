import type { NonAttribute } from "sequelize";
import { id, integer, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";
import type { DomainEvent } from "./domain-event.server.ts";

/** A domain event that one consumer has to process. Unique is (eventId, consumer). */
export class EventConsumption extends table("eventConsumptions", {
  id: id(),
  eventId: string(),
  consumer: string(),
  state: string<"queued" | "done" | "failed">(),
  dueAt: timestamp(),
  leaseToken: stringOrNull(),
  attemptCount: integer(),
  lastError: stringOrNull(),
}) {
  declare event?: NonAttribute<DomainEvent>;
}
