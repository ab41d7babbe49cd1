import { id, integer, string, stringOrNull, table } from "#app/database/columns.server.ts";

/** Amounts are decimal text: never a float. */
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
