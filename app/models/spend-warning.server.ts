import { primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/** A campaign whose owner was told that it passed the limit; it goes once the campaign is below it again. */
export class SpendWarning extends table("spendWarnings", {
  workspaceId: primaryKey(string()),
  campaignRef: primaryKey(string()),
  warnedAt: timestamp(),
}) {}
