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

/** One sign-in on one device. The browser's cookie and the API's token both name a row here. */
export class Session extends Model<InferAttributes<Session>, InferCreationAttributes<Session>> {
  declare id: CreationOptional<string>;
  declare userId: string;
  /** SHA-256 of the cookie's token. */
  declare tokenHash: string;
  declare createdAt: Date;
  declare lastUsedAt: Date;
  declare expiresAt: Date;
  declare endedAt: CreationOptional<Date | null>;
  /** When a password or a provider last authenticated the user. 1970 if the provider did not say when. */
  declare authenticatedAt: Date;
  declare ip: string | null;
  declare userAgent: string | null;
  declare deviceId: string | null;
  declare deviceFingerprint: string | null;
  /** The workspace that was chosen, for an account with several. */
  declare workspaceId: CreationOptional<string | null>;
  /** The support access that an administrator works by. */
  declare supportAccessId: CreationOptional<string | null>;
  declare user?: NonAttribute<User>;
}

Session.init(
  {
    id: id(),
    userId: string(),
    tokenHash: string(),
    createdAt: timestamp(),
    lastUsedAt: timestamp(),
    expiresAt: timestamp(),
    endedAt: timestampOrNull(),
    authenticatedAt: timestamp(),
    ip: stringOrNull(),
    userAgent: stringOrNull(),
    deviceId: stringOrNull(),
    deviceFingerprint: stringOrNull(),
    workspaceId: stringOrNull(),
    supportAccessId: stringOrNull(),
  },
  { sequelize, tableName: "sessions" },
);
