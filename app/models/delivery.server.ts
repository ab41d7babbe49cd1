import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { id, text, textOrNull, time, timeOrNull, whole, wholeOrNull } from "./columns.server.ts";
import type { Connection } from "./connection.server.ts";
import { sequelize } from "./database.server.ts";
import type { Submission } from "./submission.server.ts";

export type DeliveryState = "queued" | "retrying" | "parked" | "sent" | "failed" | "expired" | "skipped";
export type AttemptOutcome = "accepted" | "transient" | "ambiguous" | "parked" | "permanent";

/** One submission to one ad platform, under one event id for life. Unique is (submissionId, platform). */
export class Delivery extends Model<InferAttributes<Delivery>, InferCreationAttributes<Delivery>> {
  declare id: CreationOptional<string>;
  declare submissionId: string;
  declare userId: string;
  declare connectionId: string | null;
  declare platform: "meta";
  declare eventId: string;
  declare state: DeliveryState;
  declare dueAt: Date | null;
  declare leaseToken: string | null;
  /** Claims so far; an attempt without its row was cut off before the outcome was written. */
  declare attemptCount: number;
  /** Tries that count against the schedule: a rate limit does not. */
  declare transientCount: number;
  declare sendBefore: Date;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare attempts?: NonAttribute<DeliveryAttempt[]>;
  declare submission?: NonAttribute<Submission>;
  declare connection?: NonAttribute<Connection | null>;
}

Delivery.init(
  {
    id: id(),
    submissionId: text(),
    userId: text(),
    connectionId: textOrNull(),
    platform: text(),
    eventId: text(),
    state: text(),
    dueAt: timeOrNull(),
    leaseToken: textOrNull(),
    attemptCount: whole(),
    transientCount: whole(),
    sendBefore: time(),
    createdAt: time(),
    updatedAt: time(),
  },
  { sequelize, tableName: "deliveries" },
);

/** One try of a delivery: when, what was sent with identifiers hashed, what came back. Never changed. */
export class DeliveryAttempt extends Model<
  InferAttributes<DeliveryAttempt>,
  InferCreationAttributes<DeliveryAttempt>
> {
  declare id: CreationOptional<string>;
  declare deliveryId: string;
  declare number: number;
  declare at: Date;
  declare durationMs: number;
  declare outcome: AttemptOutcome;
  declare httpStatus: number | null;
  declare platformCode: string | null;
  declare message: string | null;
  declare remedy: string | null;
  declare traceId: string | null;
  declare request: string | null;
  declare response: string | null;
}

DeliveryAttempt.init(
  {
    id: id(),
    deliveryId: text(),
    number: whole(),
    at: time(),
    durationMs: whole(),
    outcome: text(),
    httpStatus: wholeOrNull(),
    platformCode: textOrNull(),
    message: textOrNull(),
    remedy: textOrNull(),
    traceId: textOrNull(),
    request: textOrNull(),
    response: textOrNull(),
  },
  { sequelize, tableName: "deliveryAttempts" },
);
