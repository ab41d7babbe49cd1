import { integer, primaryKey, string, stringOrNull, table } from "#app/database/columns.server.ts";

/** The spend of a day or month by one property, in the workspace's currency. */
export class SpendMoney extends table("spendMoney", {
  workspaceId: primaryKey(string()),
  kind: primaryKey(string<"campaign" | "adSet" | "ad" | "source">()),
  /** `2026-11-27` or `2026-11` */
  period: primaryKey(string()),
  /** An id of an `AdObject`; `platform:meta` for spend without one; a hash of the source of an amount by hand. */
  value: primaryKey(string()),
  spend: string(),
  impressions: integer(),
  clicks: integer(),
  /** Null where the ad platform says none. */
  conversions: stringOrNull(),
  /** Rows whose amount has no exchange rate: it is in no sum. */
  unconverted: integer(),
}) {}
