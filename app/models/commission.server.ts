import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { text, textOrNull, time } from "./columns.server.ts";
import { sequelize } from "./database.server.ts";

/** What a verified deposit earned, with the tier and the rate of then: later edits of tiers do not rewrite it. Amounts are decimal text. */
export class Commission extends Model<InferAttributes<Commission>, InferCreationAttributes<Commission>> {
  declare submissionId: string;
  declare userId: string;
  declare platformId: string;
  /** The owner's month of the deposit: `2026-11`. */
  declare month: string;
  /** What was verified, in its own currency. */
  declare amount: string;
  declare currency: string;
  /** The month's total that chose the tier, this deposit included, in the tier's currency. */
  declare monthTotal: string;
  declare tierName: string;
  declare tierType: "percentage" | "fixed";
  declare tierValue: string;
  declare tierCurrency: string;
  /** How much of the tier's currency one unit of the deposit's was. */
  declare rate: string;
  /** The rate's day; null where both currencies are one. */
  declare rateDay: string | null;
  /** In the tier's currency. */
  declare earned: string;
  declare createdAt: Date;
}

Commission.init(
  {
    submissionId: { ...text(), primaryKey: true },
    userId: text(),
    platformId: text(),
    month: text(),
    amount: text(),
    currency: text(),
    monthTotal: text(),
    tierName: text(),
    tierType: text(),
    tierValue: text(),
    tierCurrency: text(),
    rate: text(),
    rateDay: textOrNull(),
    earned: text(),
    createdAt: time(),
  },
  { sequelize, tableName: "commissions" },
);

/** What was verified of a platform in a month, in each currency that came. */
export class VerifiedTotal extends Model<
  InferAttributes<VerifiedTotal>,
  InferCreationAttributes<VerifiedTotal>
> {
  declare platformId: string;
  declare month: string;
  declare currency: string;
  declare amount: string;
}

VerifiedTotal.init(
  {
    platformId: { ...text(), primaryKey: true },
    month: { ...text(), primaryKey: true },
    currency: { ...text(), primaryKey: true },
    amount: text(),
  },
  { sequelize, tableName: "verifiedTotals" },
);
