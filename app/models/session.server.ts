import type { NonAttribute } from "sequelize";
import { id, string, stringOrNull, table, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import type { User } from "./user.server.ts";

/** One sign-in on one device. The browser's cookie and the API's token both name a row here. */
export class Session extends table("sessions", {
  id: id(),
  userId: string(),
  /** SHA-256 of the cookie's token. */
  tokenHash: string(),
  createdAt: timestamp(),
  lastUsedAt: timestamp(),
  expiresAt: timestamp(),
  endedAt: timestampOrNull(),
  /** When a password or a provider last authenticated the user. 1970 if the provider did not say when. */
  authenticatedAt: timestamp(),
  ip: stringOrNull(),
  userAgent: stringOrNull(),
  deviceId: stringOrNull(),
  deviceFingerprint: stringOrNull(),
  /** The workspace that was chosen, for an account with several. */
  workspaceId: stringOrNull(),
  /** The support access that an administrator works by. */
  supportAccessId: stringOrNull(),
}) {
  declare user?: NonAttribute<User>;
}
