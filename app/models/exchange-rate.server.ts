import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { text, textOrNull, timeOrNull } from "./columns.server.ts";
import { sequelize } from "./database.server.ts";

/** How many units of a currency one euro was on a day, as decimal text. */
export class ExchangeRate extends Model<
  InferAttributes<ExchangeRate>,
  InferCreationAttributes<ExchangeRate>
> {
  declare day: string;
  declare currency: string;
  declare perEuro: string;
}

ExchangeRate.init(
  { day: { ...text(), primaryKey: true }, currency: { ...text(), primaryKey: true }, perEuro: text() },
  { sequelize, tableName: "exchangeRates" },
);

/** Where fetching the rates stands: one row, so that one process at a time fetches. */
export class RateSource extends Model<InferAttributes<RateSource>, InferCreationAttributes<RateSource>> {
  declare id: string;
  declare day: string | null;
  declare fetchedAt: Date | null;
  declare nextUpdateAt: Date | null;
  /** Until when nobody else fetches: who fetches now does, or the last try failed. */
  declare leaseUntil: Date | null;
  declare lastError: string | null;
}

RateSource.init(
  {
    id: { ...text(), primaryKey: true },
    day: textOrNull(),
    fetchedAt: timeOrNull(),
    nextUpdateAt: timeOrNull(),
    leaseUntil: timeOrNull(),
    lastError: textOrNull(),
  },
  { sequelize, tableName: "rateSources" },
);
