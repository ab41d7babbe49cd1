import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import {
  id,
  integer,
  string,
  stringOrNull,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { Workspace } from "./workspace.server.ts";

/**
 * An owner's account at an ad platform. `credential` is JSON, encrypted with the row's id as associated
 * data.
 */
export class Connection extends Model<InferAttributes<Connection>, InferCreationAttributes<Connection>> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  declare adPlatform: string;
  declare status: "connected" | "invalid";
  declare credential: string;
  declare tokenEnding: string;
  /** JSON in the shape of the platform's `settingsSchema`. */
  declare settings: string;
  /** What receives the events: a pixel, a conversion action. */
  declare assetId: string;
  declare assetName: string | null;
  declare connectedAt: Date;
  declare lastCheckedAt: CreationOptional<Date | null>;
  declare lastAcceptedAt: CreationOptional<Date | null>;
  declare lastError: CreationOptional<string | null>;
  declare pausedUntil: CreationOptional<Date | null>;
  /** Events that the platform refused for good, in a row. */
  declare failureCount: CreationOptional<number>;
  /** Until then the settings may mark events as tests; null outside test mode. */
  declare testModeUntil: CreationOptional<Date | null>;
  declare workspace?: NonAttribute<Workspace>;
}

Connection.init(
  {
    id: id(),
    workspaceId: string(),
    adPlatform: string(),
    status: string(),
    credential: string(),
    tokenEnding: string(),
    settings: string(),
    assetId: string(),
    assetName: stringOrNull(),
    connectedAt: timestamp(),
    lastCheckedAt: timestampOrNull(),
    lastAcceptedAt: timestampOrNull(),
    lastError: stringOrNull(),
    pausedUntil: timestampOrNull(),
    failureCount: { ...integer(), defaultValue: 0 },
    testModeUntil: timestampOrNull(),
  },
  { sequelize, tableName: "connections" },
);
