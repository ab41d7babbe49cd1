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

/** A program's credential. Only its SHA-256 is kept, and the beginning by which its owner knows it. */
export class ApiKey extends Model<InferAttributes<ApiKey>, InferCreationAttributes<ApiKey>> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  /** Null once that account is deleted: the key stays. */
  declare createdByUserId: string | null;
  /** Who created it, once that account is deleted. */
  declare creatorName: CreationOptional<string | null>;
  declare name: string;
  declare prefix: string;
  declare keyHash: string;
  /** Scopes, comma separated. */
  declare scopes: string;
  declare createdAt: Date;
  declare expiresAt: CreationOptional<Date | null>;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;
  declare workspace?: NonAttribute<Workspace>;
  declare createdBy?: NonAttribute<User | null>;
}

ApiKey.init(
  {
    id: id(),
    workspaceId: string(),
    createdByUserId: stringOrNull(),
    creatorName: stringOrNull(),
    name: string(),
    prefix: string(),
    keyHash: string(),
    scopes: string(),
    createdAt: timestamp(),
    expiresAt: timestampOrNull(),
    lastUsedAt: timestampOrNull(),
    revokedAt: timestampOrNull(),
  },
  { sequelize, tableName: "apiKeys" },
);
