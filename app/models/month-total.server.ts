import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { string } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** What a platform's month adds up to, in each currency that came: what was verified, and what it earned. */
export class MonthTotal extends Model<InferAttributes<MonthTotal>, InferCreationAttributes<MonthTotal>> {
  declare workspaceId: string;
  declare platformId: string;
  declare month: string;
  declare kind: "verified" | "earned";
  declare currency: string;
  declare amount: string;
}

MonthTotal.init(
  {
    workspaceId: string(),
    platformId: { ...string(), primaryKey: true },
    month: { ...string(), primaryKey: true },
    kind: { ...string(), primaryKey: true },
    currency: { ...string(), primaryKey: true },
    amount: string(),
  },
  { sequelize, tableName: "monthTotals" },
);
