import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { string, stringOrNull, timestamp } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/**
 * The verified amount of a submission and what it earned, with the tier and rate of that time: later edits
 * of tiers do not change it. The tier is null if none applied; `earned` also if there was no rate to the
 * tiers' currency. Amounts are decimal text.
 */
export class Commission extends Model<InferAttributes<Commission>, InferCreationAttributes<Commission>> {
  declare submissionId: string;
  declare workspaceId: string;
  declare platformId: string;
  /** The owner's month in which the visitor confirmed, as the owner's zone was then: `2026-11`. */
  declare month: string;
  /** What was verified, in its own currency. */
  declare amount: string;
  declare currency: string;
  declare tierName: string | null;
  declare tierType: "percentage" | "fixed" | null;
  declare tierValue: string | null;
  declare tierCurrency: string | null;
  /** The month's total that chose the tier, this amount included, in the tiers' currency. */
  declare monthTotal: string | null;
  /** How much of the tiers' currency one unit of the amount's was. */
  declare rate: string | null;
  /** The rate's day; null where both currencies are one. */
  declare rateDay: string | null;
  /** In the tiers' currency. */
  declare earned: string | null;
  declare createdAt: Date;
}

Commission.init(
  {
    submissionId: { ...string(), primaryKey: true },
    workspaceId: string(),
    platformId: string(),
    month: string(),
    amount: string(),
    currency: string(),
    tierName: stringOrNull(),
    tierType: stringOrNull(),
    tierValue: stringOrNull(),
    tierCurrency: stringOrNull(),
    monthTotal: stringOrNull(),
    rate: stringOrNull(),
    rateDay: stringOrNull(),
    earned: stringOrNull(),
    createdAt: timestamp(),
  },
  { sequelize, tableName: "commissions" },
);
