import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import {
  id,
  integer,
  string,
  stringOrNull,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { ReplayState } from "#app/lib/domain.ts";

/** Failed events of a range that are sent again. One runs in a workspace: `runningIn` is unique. */
export class Replay extends Model<InferAttributes<Replay>, InferCreationAttributes<Replay>> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  /** The workspace while it runs, null afterwards. */
  declare runningIn: string | null;
  declare state: ReplayState;
  declare dueAt: Date | null;
  declare leaseToken: CreationOptional<string | null>;
  declare attemptCount: number;
  declare adPlatform: string | null;
  declare fromTime: Date | null;
  declare beforeTime: Date | null;
  /** A JSON list, where the deliveries were chosen by hand. */
  declare deliveryIds: string | null;
  /** How many there were to send at the start. */
  declare total: number;
  declare createdAt: Date;
  declare finishedAt: CreationOptional<Date | null>;
}

Replay.init(
  {
    id: id(),
    workspaceId: string(),
    runningIn: stringOrNull(),
    state: string(),
    dueAt: timestampOrNull(),
    leaseToken: stringOrNull(),
    attemptCount: integer(),
    adPlatform: stringOrNull(),
    fromTime: timestampOrNull(),
    beforeTime: timestampOrNull(),
    deliveryIds: stringOrNull(),
    total: integer(),
    createdAt: timestamp(),
    finishedAt: timestampOrNull(),
  },
  { sequelize, tableName: "replays" },
);
