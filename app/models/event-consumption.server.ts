import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { id, integer, string, stringOrNull, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { DomainEvent } from "./domain-event.server.ts";

/** A domain event that one consumer has to process. Unique is (eventId, consumer). */
export class EventConsumption extends Model<
  InferAttributes<EventConsumption>,
  InferCreationAttributes<EventConsumption>
> {
  declare id: CreationOptional<string>;
  declare eventId: string;
  declare consumer: string;
  declare state: "queued" | "done" | "failed";
  declare dueAt: Date;
  declare leaseToken: CreationOptional<string | null>;
  declare attemptCount: number;
  declare lastError: CreationOptional<string | null>;
  declare event?: NonAttribute<DomainEvent>;
}

EventConsumption.init(
  {
    id: id(),
    eventId: string(),
    consumer: string(),
    state: string(),
    dueAt: timestamp(),
    leaseToken: stringOrNull(),
    attemptCount: integer(),
    lastError: stringOrNull(),
  },
  { sequelize, tableName: "eventConsumptions" },
);
