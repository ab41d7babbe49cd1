import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, integer, string, stringOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** Amounts are decimal text: never a float. */
export class CommissionTier extends Model<
  InferAttributes<CommissionTier>,
  InferCreationAttributes<CommissionTier>
> {
  declare id: CreationOptional<string>;
  declare workspaceId: string;
  declare platformId: string;
  declare position: number;
  declare name: string;
  declare minAmount: string;
  declare maxAmount: string | null;
  declare type: "percentage" | "fixed";
  declare value: string;
  declare currency: string;
}

CommissionTier.init(
  {
    id: id(),
    workspaceId: string(),
    platformId: string(),
    position: integer(),
    name: string(),
    minAmount: string(),
    maxAmount: stringOrNull(),
    type: string(),
    value: string(),
    currency: string(),
  },
  { sequelize, tableName: "commissionTiers" },
);
