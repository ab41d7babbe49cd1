import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, text, textOrNull, time, timeOrNull, yesNo } from "./columns.server.ts";
import { sequelize } from "./database.server.ts";

export const ROLES = ["user", "admin", "superadmin"] as const;
export type Role = (typeof ROLES)[number];

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
  declare role: Role;
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
    email: text(),
    emailKey: text(),
    emailVerifiedAt: timeOrNull(),
    username: text(),
    usernameKey: text(),
    name: text(),
    passwordHash: textOrNull(),
    role: text(),
    isActive: yesNo(),
    subscriptionStatus: text(),
    subscriptionPlan: text(),
    subscriptionEndsAt: timeOrNull(),
    phoneNumber: textOrNull(),
    address: textOrNull(),
    notificationPreferences: textOrNull(),
    currency: text(),
    timeZone: text(),
    theme: text(),
    zoneChangedAt: timeOrNull(),
    deleteRequestedAt: timeOrNull(),
    createdAt: time(),
    updatedAt: time(),
  },
  { sequelize, tableName: "users" },
);
