import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import {
  boolean,
  id,
  integer,
  integerOrNull,
  string,
  stringOrNull,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { DeliveryState } from "#app/lib/domain.ts";
import type { Connection } from "./connection.server.ts";
import type { DeliveryAttempt } from "./delivery-attempt.server.ts";
import type { Submission } from "./submission.server.ts";

/** One submission to one ad platform, under one event id for life. Unique is (submissionId, adPlatform). */
export class Delivery extends Model<InferAttributes<Delivery>, InferCreationAttributes<Delivery>> {
  declare id: CreationOptional<string>;
  declare submissionId: string;
  declare workspaceId: string;
  declare connectionId: string | null;
  declare adPlatform: string;
  declare eventId: string;
  declare state: DeliveryState;
  declare dueAt: Date | null;
  declare leaseToken: string | null;
  /** Claims so far; an attempt without its row was cut off before the outcome was written. */
  declare attemptCount: number;
  /** Tries that count against the schedule: a rate limit does not. */
  declare transientCount: number;
  declare sendBefore: Date;
  /** How many hours before the end of its window the owner was warned. */
  declare warnedHours: CreationOptional<number | null>;
  /** What the platform is asked for the result with. Only of a platform that reports later. */
  declare receipt: CreationOptional<string | null>;
  /** An estimate from the event that was sent last, 0 to 100. */
  declare matchScore: CreationOptional<number | null>;
  /** The missing key that would raise it most. */
  declare matchGap: CreationOptional<string | null>;
  /** The replay that sent it again last. */
  declare replayId: CreationOptional<string | null>;
  /** Was parked when its connection was connected again. Such deliveries are sent one at a time in order. */
  declare isBacklog: CreationOptional<boolean>;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare attempts?: NonAttribute<DeliveryAttempt[]>;
  declare submission?: NonAttribute<Submission>;
  declare connection?: NonAttribute<Connection | null>;
}

Delivery.init(
  {
    id: id(),
    submissionId: string(),
    workspaceId: string(),
    connectionId: stringOrNull(),
    adPlatform: string(),
    eventId: string(),
    state: string(),
    dueAt: timestampOrNull(),
    leaseToken: stringOrNull(),
    attemptCount: integer(),
    transientCount: integer(),
    sendBefore: timestamp(),
    warnedHours: integerOrNull(),
    receipt: stringOrNull(),
    matchScore: integerOrNull(),
    matchGap: stringOrNull(),
    replayId: stringOrNull(),
    isBacklog: { ...boolean(), defaultValue: false },
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { sequelize, tableName: "deliveries" },
);
