import { primaryKey, string, table } from "#app/database/columns.server.ts";

/** Where claims come from: one row for each combination that a workspace has. Empty for what is unknown. */
export class ClaimOrigin extends table("claimOrigins", {
  workspaceId: primaryKey(string()),
  /** A hash of the others. */
  id: primaryKey(string()),
  source: string(),
  campaign: string(),
  campaignId: string(),
  adSetId: string(),
  adId: string(),
  /** Whose click id the claim has. */
  clickPlatform: string(),
}) {}
