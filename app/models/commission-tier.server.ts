import { type CreationOptional, type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { id, text, textOrNull, whole } from "./columns.server.ts";
import { sequelize } from "./database.server.ts";

/** Amounts are decimal text: never a float. */
export class CommissionTier extends Model<
  InferAttributes<CommissionTier>,
  InferCreationAttributes<CommissionTier>
> {
  declare id: CreationOptional<string>;
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
    platformId: text(),
    position: whole(),
    name: text(),
    minAmount: text(),
    maxAmount: textOrNull(),
    type: text(),
    value: text(),
    currency: text(),
  },
  { sequelize, tableName: "commissionTiers" },
);
