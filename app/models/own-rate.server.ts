import { id, string, table, timestamp } from "#app/database/columns.server.ts";

/** The `validFrom` of a pegged rate, before all days. */
export const ALWAYS = "0000-01-01";

/** An owner's exchange rate: one unit of `fromCurrency` is `rate` units of `toCurrency`. */
export class OwnRate extends table("ownRates", {
  id: id(),
  workspaceId: string(),
  /** Both currencies in the order of the alphabet, `AED/USD`: a pair has one rate from a day on. */
  pair: string(),
  fromCurrency: string(),
  toCurrency: string(),
  /** Decimal text. */
  rate: string(),
  /** The first day that it is valid on, in the workspace's time zone. */
  validFrom: string(),
  createdAt: timestamp(),
}) {}
