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
  string,
  stringOrNull,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { UserRole } from "#app/lib/domain.ts";
import type { WorkspaceMember } from "./workspace-member.server.ts";

/** `emailKey` and `usernameKey` are the normalised forms: they are what is unique and looked up. */
export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  declare id: CreationOptional<string>;
  declare email: string;
  declare emailKey: string;
  declare emailVerifiedAt: Date | null;
  declare username: string;
  declare usernameKey: string;
  declare name: string;
  declare passwordHash: string | null;
  declare role: UserRole;
  declare isActive: boolean;
  declare phoneNumber: CreationOptional<string | null>;
  declare address: CreationOptional<string | null>;
  declare notificationPreferences: CreationOptional<string | null>;
  declare reviewPreferences: CreationOptional<string | null>;
  declare theme: "light" | "dark" | "system";
  /** When its deletion was requested: nobody signs in to it, and a job erases it. */
  declare deleteRequestedAt: CreationOptional<Date | null>;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare memberships?: NonAttribute<WorkspaceMember[]>;
}

User.init(
  {
    id: id(),
    email: string(),
    emailKey: string(),
    emailVerifiedAt: timestampOrNull(),
    username: string(),
    usernameKey: string(),
    name: string(),
    passwordHash: stringOrNull(),
    role: string(),
    isActive: boolean(),
    phoneNumber: stringOrNull(),
    address: stringOrNull(),
    notificationPreferences: stringOrNull(),
    reviewPreferences: stringOrNull(),
    theme: string(),
    deleteRequestedAt: timestampOrNull(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { sequelize, tableName: "users" },
);
