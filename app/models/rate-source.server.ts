import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { string, stringOrNull, timestampOrNull } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

/** The state of fetching the rates: one row, so that one process fetches at a time. */
export class RateSource extends Model<InferAttributes<RateSource>, InferCreationAttributes<RateSource>> {
  declare id: string;
  declare day: string | null;
  declare fetchedAt: Date | null;
  declare nextUpdateAt: Date | null;
  /** Until then no other process fetches: one is fetching, or the last attempt failed. */
  declare leaseUntil: Date | null;
  declare lastError: string | null;
}

RateSource.init(
  {
    id: { ...string(), primaryKey: true },
    day: stringOrNull(),
    fetchedAt: timestampOrNull(),
    nextUpdateAt: timestampOrNull(),
    leaseUntil: timestampOrNull(),
    lastError: stringOrNull(),
  },
  { sequelize, tableName: "rateSources" },
);
