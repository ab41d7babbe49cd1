import type { NonAttribute } from "sequelize";
import {
  boolean,
  id,
  lockVersion,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { UserRole } from "#app/lib/domain.ts";
import type { WorkspaceMember } from "./workspace-member.server.ts";

/** `emailKey` and `usernameKey` are the normalised forms: they are what is unique and looked up. */
export class User extends table("users", {
  id: id(),
  email: string(),
  emailKey: string(),
  emailVerifiedAt: timestampOrNull(),
  username: string(),
  usernameKey: string(),
  name: string(),
  passwordHash: stringOrNull(),
  role: string<UserRole>(),
  isActive: boolean(),
  phoneNumber: stringOrNull(),
  address: stringOrNull(),
  notificationPreferences: stringOrNull(),
  reviewPreferences: stringOrNull(),
  theme: string<"light" | "dark" | "system">(),
  /** When its deletion was requested: nobody signs in to it, and a job erases it. */
  deleteRequestedAt: timestampOrNull(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  version: lockVersion(),
}) {
  declare memberships?: NonAttribute<WorkspaceMember[]>;
}
