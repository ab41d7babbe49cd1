import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
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
  declare subscriptionStatus: string;
  declare subscriptionPlan: string;
  declare subscriptionEndsAt: CreationOptional<Date | null>;
  declare phoneNumber: CreationOptional<string | null>;
  declare address: CreationOptional<string | null>;
  declare notificationPreferences: CreationOptional<string | null>;
  declare currency: string;
  declare timeZone: string;
  declare theme: "light" | "dark" | "system";
  /** Since when the totals stand in an older time zone. */
  declare zoneChangedAt: CreationOptional<Date | null>;
  /** Since when the account is being deleted: nobody signs in to it any more. */
  declare deleteRequestedAt: CreationOptional<Date | null>;
  declare createdAt: Date;
  declare updatedAt: Date;
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
    subscriptionStatus: string(),
    subscriptionPlan: string(),
    subscriptionEndsAt: timestampOrNull(),
    phoneNumber: stringOrNull(),
    address: stringOrNull(),
    notificationPreferences: stringOrNull(),
    currency: string(),
    timeZone: string(),
    theme: string(),
    zoneChangedAt: timestampOrNull(),
    deleteRequestedAt: timestampOrNull(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { sequelize, tableName: "users" },
);
