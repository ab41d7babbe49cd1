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

/** The time in which administrators may work in a workspace, as its owner allowed. */
export class SupportAccess extends table("supportAccesses", {
  id: id(),
  workspaceId: string(),
  /** Who allowed it. */
  userId: string(),
  /** The workspace while nobody has ended it: one has one at most. */
  openIn: stringOrNull(),
  createdAt: timestamp(),
  expiresAt: timestamp(),
  endedAt: timestampOrNull(),
  version: lockVersion(),
}) {
  declare workspace?: NonAttribute<Workspace>;
  declare user?: NonAttribute<User>;
}
