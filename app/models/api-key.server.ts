import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { id, text, time, timeOrNull } from "./columns.server.ts";
import { sequelize } from "./database.server.ts";
import type { User } from "./user.server.ts";

/** A program's credential. Only its SHA-256 is kept, and the beginning by which its owner knows it. */
export class ApiKey extends Model<InferAttributes<ApiKey>, InferCreationAttributes<ApiKey>> {
  declare id: CreationOptional<string>;
  declare userId: string;
  declare name: string;
  declare prefix: string;
  declare keyHash: string;
  /** Scopes, comma separated. */
  declare scopes: string;
  declare createdAt: Date;
  declare expiresAt: CreationOptional<Date | null>;
  declare lastUsedAt: CreationOptional<Date | null>;
  declare revokedAt: CreationOptional<Date | null>;
  declare user?: NonAttribute<User>;
}

ApiKey.init(
  {
    id: id(),
    userId: text(),
    name: text(),
    prefix: text(),
    keyHash: text(),
    scopes: text(),
    createdAt: time(),
    expiresAt: timeOrNull(),
    lastUsedAt: timeOrNull(),
    revokedAt: timeOrNull(),
  },
  { sequelize, tableName: "apiKeys" },
);
