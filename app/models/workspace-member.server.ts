import type { NonAttribute } from "sequelize";
import {
  lockVersion,
  primaryKey,
  string,
  table,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import type { MemberRole } from "#app/lib/domain.ts";
import type { User } from "./user.server.ts";
import type { Workspace } from "./workspace.server.ts";

/** An account's role in a workspace. Unique is (workspaceId, userId). */
export class WorkspaceMember extends table("workspaceMembers", {
  workspaceId: primaryKey(string()),
  userId: primaryKey(string()),
  role: string<MemberRole>(),
  createdAt: timestamp(),
  /** When the overview was last seen; the visit is still going on for half an hour. */
  visitedAt: timestampOrNull(),
  /** When the visit before that one ended. */
  previousVisitAt: timestampOrNull(),
  version: lockVersion(),
}) {
  declare workspace?: NonAttribute<Workspace>;
  declare user?: NonAttribute<User>;
}
