import type { NonAttribute } from "sequelize";
import { id, integer, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";
import type { DomainEvent } from "./domain-event.server.ts";

/**
 * A mark: a domain event that one consumer has yet to process. Unique is (eventId, consumer). The transaction with the
 * consumer's work deletes it.
 */
export class EventConsumption extends table("eventConsumptions", {
  id: id(),
  eventId: string(),
  consumer: string(),
  state: string<"queued" | "failed">(),
  dueAt: timestamp(),
  leaseToken: stringOrNull(),
  attemptCount: integer(),
  lastError: stringOrNull(),
}) {
  declare event?: NonAttribute<DomainEvent>;
}
