import type { NonAttribute } from "sequelize";
import {
  id,
  lockVersion,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { User } from "./user.server.ts";
import type { Workspace } from "./workspace.server.ts";

/** A program's credential. Only its SHA-256 is kept, and the beginning by which its owner knows it. */
export class ApiKey extends table("apiKeys", {
  id: id(),
  workspaceId: string(),
  /** Null once that account is deleted: the key stays. */
  createdByUserId: stringOrNull(),
  /** Who created it, once that account is deleted. */
  creatorName: stringOrNull(),
  name: string(),
  prefix: string(),
  keyHash: string(),
  /** Scopes, comma separated. */
  scopes: string(),
  createdAt: timestamp(),
  expiresAt: timestampOrNull(),
  lastUsedAt: timestampOrNull(),
  revokedAt: timestampOrNull(),
  version: lockVersion(),
}) {
  declare workspace?: NonAttribute<Workspace>;
  declare createdBy?: NonAttribute<User | null>;
}
