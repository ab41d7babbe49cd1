import { primaryKey, string, table, timestamp } from "#app/database/columns.server.ts";

/** What a verified claim of a campaign may cost before its owner is told. */
export class SpendLimit extends table("spendLimits", {
  workspaceId: primaryKey(string()),
  costPerVerified: string(),
  /** A campaign is not judged before it has cost this much. */
  afterSpend: string(),
  currency: string(),
  updatedAt: timestamp(),
}) {}
