import {
  type CreationOptional,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type NonAttribute,
} from "sequelize";
import { id, text, textOrNull, time, timeOrNull, whole, yesNo } from "./columns.server.ts";
import type { CommissionTier } from "./commission-tier.server.ts";
import { sequelize } from "./database.server.ts";

/** `isDefault` is true or NULL, never false: the unique key (userId, isDefault) then holds one default per owner. */
export class Platform extends Model<InferAttributes<Platform>, InferCreationAttributes<Platform>> {
  declare id: CreationOptional<string>;
  declare userId: string;
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
    userId: text(),
    name: text(),
    nameKey: textOrNull(),
    icon: text(),
    isActive: yesNo(),
    isDefault: { ...yesNo(), allowNull: true },
    position: whole(),
    archivedAt: timeOrNull(),
    createdAt: time(),
    updatedAt: time(),
  },
  { sequelize, tableName: "platforms" },
);
