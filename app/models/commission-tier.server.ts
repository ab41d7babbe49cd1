import { id, integer, string, stringOrNull, table } from "#app/database/columns.server.ts";

/** The tiers of a broker's current contract, as the version before reads them. Amounts are decimal text. */
export class CommissionTier extends table("commissionTiers", {
  id: id(),
  workspaceId: string(),
  platformId: string(),
  position: integer(),
  name: string(),
  minAmount: string(),
  maxAmount: stringOrNull(),
  type: string<"percentage" | "fixed">(),
  value: string(),
  currency: string(),
}) {}
