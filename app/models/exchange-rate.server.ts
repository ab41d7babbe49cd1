import { primaryKey, string, table } from "#app/database/columns.server.ts";

/** How many units of a currency one euro was on a day, as decimal text. */
export class ExchangeRate extends table("exchangeRates", {
  day: primaryKey(string()),
  currency: primaryKey(string()),
  perEuro: string(),
}) {}
