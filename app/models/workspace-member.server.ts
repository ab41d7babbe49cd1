import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { string, timestamp, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { MemberRole } from "#app/lib/domain.ts";
import type { User } from "./user.server.ts";
import type { Workspace } from "./workspace.server.ts";

/** An account's role in a workspace. Unique is (workspaceId, userId). */
export class WorkspaceMember extends Model<
  InferAttributes<WorkspaceMember>,
  InferCreationAttributes<WorkspaceMember>
> {
  declare workspaceId: string;
  declare userId: string;
  declare role: MemberRole;
  declare createdAt: Date;
  /** When the overview was last seen; the visit is still going on for half an hour. */
  declare visitedAt: CreationOptional<Date | null>;
  /** When the visit before that one ended. */
  declare previousVisitAt: CreationOptional<Date | null>;
  declare workspace?: NonAttribute<Workspace>;
  declare user?: NonAttribute<User>;
}

WorkspaceMember.init(
  {
    workspaceId: { ...string(), primaryKey: true },
    userId: { ...string(), primaryKey: true },
    role: string(),
    createdAt: timestamp(),
    visitedAt: timestampOrNull(),
    previousVisitAt: timestampOrNull(),
  },
  { sequelize, tableName: "workspaceMembers" },
);
