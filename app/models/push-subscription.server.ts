import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { id, leaseColumns, string, stringOrNull, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { Session } from "./session.server.ts";

/**
 * A browser that gets push messages while its session lasts. `subscription` holds endpoint and keys,
 * encrypted with the row's id as associated data.
 */
export class PushSubscription extends Model<
  InferAttributes<PushSubscription>,
  InferCreationAttributes<PushSubscription>
> {
  declare id: CreationOptional<string>;
  declare userId: string;
  declare sessionId: string;
  declare endpointHash: string;
  declare subscription: string;
  declare state: "idle" | "queued";
  declare dueAt: Date | null;
  declare leaseToken: CreationOptional<string | null>;
  declare attemptCount: number;
  declare lastError: CreationOptional<string | null>;
  /** Notifications after this time were not pushed yet. */
  declare lastPushedAt: Date;
  declare createdAt: Date;
  declare session?: NonAttribute<Session>;
}

PushSubscription.init(
  {
    id: id(),
    userId: string(),
    sessionId: string(),
    endpointHash: string(),
    subscription: string(),
    ...leaseColumns(),
    lastError: stringOrNull(),
    lastPushedAt: timestamp(),
    createdAt: timestamp(),
  },
  { sequelize, tableName: "pushSubscriptions" },
);
