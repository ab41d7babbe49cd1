import {
  integer,
  integerOrNull,
  primaryKey,
  string,
  stringOrNull,
  table,
} from "#app/database/columns.server.ts";

/** The spend of a day or month by one property, in the workspace's currency. */
export class SpendMoney extends table("spendMoney", {
  workspaceId: primaryKey(string()),
  kind: primaryKey(string<"campaign" | "adSet" | "ad" | "source" | "day">()),
  /** `2026-11-27` or `2026-11` */
  period: primaryKey(string()),
  /** Id of the lowest known `AdObject`, `platform:meta`, id of a source's `ClaimOrigin`, or empty for a day. */
  value: primaryKey(string()),
  spend: string(),
  /** Null where the ad platform says none. */
  impressions: integerOrNull(),
  clicks: integerOrNull(),
  conversions: stringOrNull(),
  /** Rows whose amount has no exchange rate: it is in no sum. */
  unconverted: integer(),
}) {}
