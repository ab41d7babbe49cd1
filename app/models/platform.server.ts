import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import {
  boolean,
  id,
  integer,
  string,
  stringOrNull,
  timestamp,
  timestampOrNull,
} from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import type { CommissionTier } from "./commission-tier.server.ts";

/**
 * `isDefault` is true or NULL, never false: the unique key (workspaceId, isDefault) allows one per
 * workspace.
 */
export class Platform extends Model<InferAttributes<Platform>, InferCreationAttributes<Platform>> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  declare name: string;
  declare nameKey: string | null;
  declare icon: string;
  declare isActive: boolean;
  declare isDefault: CreationOptional<true | null>;
  declare position: number;
  declare archivedAt: CreationOptional<Date | null>;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare commissionTiers?: NonAttribute<CommissionTier[]>;
}

Platform.init(
  {
    id: id(),
    workspaceId: string(),
    name: string(),
    nameKey: stringOrNull(),
    icon: string(),
    isActive: boolean(),
    isDefault: { ...boolean(), allowNull: true },
    position: integer(),
    archivedAt: timestampOrNull(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { sequelize, tableName: "platforms" },
);
