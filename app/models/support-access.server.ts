import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { id, string, stringOrNull, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { User } from "./user.server.ts";
import type { Workspace } from "./workspace.server.ts";

/** The time in which administrators may work in a workspace, as its owner allowed. */
export class SupportAccess extends Model<
  InferAttributes<SupportAccess>,
  InferCreationAttributes<SupportAccess>
> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  /** Who allowed it. */
  declare userId: string;
  /** The workspace while nobody has ended it: one has one at most. */
  declare openIn: string | null;
  declare createdAt: Date;
  declare expiresAt: Date;
  declare endedAt: CreationOptional<Date | null>;
  declare workspace?: NonAttribute<Workspace>;
  declare user?: NonAttribute<User>;
}

SupportAccess.init(
  {
    id: id(),
    workspaceId: string(),
    userId: string(),
    openIn: stringOrNull(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    endedAt: timestampOrNull(),
  },
  { sequelize, tableName: "supportAccesses" },
);
