import type { NonAttribute } from "sequelize";
import { id, string, stringOrNull, table, timestamp } from "#app/database/columns.server.ts";
import type { InvitedRole } from "#app/lib/domain.ts";
import type { User } from "./user.server.ts";
import type { Workspace } from "./workspace.server.ts";

/** An email that may become a member. Unique is (workspaceId, emailKey). Deleted once used or revoked. */
export class WorkspaceInvitation extends table("workspaceInvitations", {
  id: id(),
  workspaceId: string(),
  email: string(),
  emailKey: string(),
  role: string<InvitedRole>(),
  /** SHA-256 of the token in the emailed link. */
  tokenHash: string(),
  invitedByUserId: stringOrNull(),
  createdAt: timestamp(),
  expiresAt: timestamp(),
}) {
  declare workspace?: NonAttribute<Workspace>;
  declare invitedBy?: NonAttribute<User | null>;
}
