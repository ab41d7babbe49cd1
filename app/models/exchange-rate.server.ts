import { type InferAttributes, type InferCreationAttributes, Model } from "sequelize";
import { string } from "#app/database/columns.server.ts";
import { sequelize } from "#app/database/connection.server.ts";

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
  { day: { ...string(), primaryKey: true }, currency: { ...string(), primaryKey: true }, perEuro: string() },
  { sequelize, tableName: "exchangeRates" },
);
