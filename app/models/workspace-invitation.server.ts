import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { id, string, stringOrNull, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { InvitedRole } from "#app/lib/domain.ts";
import type { User } from "./user.server.ts";
import type { Workspace } from "./workspace.server.ts";

/** An email that may become a member. Unique is (workspaceId, emailKey). Deleted once used or revoked. */
export class WorkspaceInvitation extends Model<
  InferAttributes<WorkspaceInvitation>,
  InferCreationAttributes<WorkspaceInvitation>
> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  declare email: string;
  declare emailKey: string;
  declare role: InvitedRole;
  /** SHA-256 of the token in the emailed link. */
  declare tokenHash: string;
  declare invitedByUserId: string | null;
  declare createdAt: Date;
  declare expiresAt: Date;
  declare workspace?: NonAttribute<Workspace>;
  declare invitedBy?: NonAttribute<User | null>;
}

WorkspaceInvitation.init(
  {
    id: id(),
    workspaceId: string(),
    email: string(),
    emailKey: string(),
    role: string(),
    tokenHash: string(),
    invitedByUserId: stringOrNull(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
  },
  { sequelize, tableName: "workspaceInvitations" },
);
