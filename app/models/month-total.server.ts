import { primaryKey, string, table } from "#app/database/columns.server.ts";

/** What a platform's month adds up to, in each currency that came: what was verified, and what it earned. */
export class MonthTotal extends table("monthTotals", {
  workspaceId: string(),
  platformId: primaryKey(string()),
  month: primaryKey(string()),
  kind: primaryKey(string<"verified" | "earned">()),
  currency: primaryKey(string()),
  amount: string(),
}) {}
