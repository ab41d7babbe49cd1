import type { Days } from "#app/lib/periods.ts";
import type { Workspace } from "#app/models/index.server.ts";
import type { AnalyticsGroup } from "#app/schemas/analytics.ts";

/** Whether a claim counts on its own day, or on that of its ad click where it is known. */
export type MoneyBasis = "claim" | "click";

/** Amounts are decimal text in the workspace's currency; null is unknown, not zero. */
export type MoneyRow = {
  /** As /api and links name the group; null for claims without one. */
  key: string | null;
  /** What people read. */
  label: string | null;
  /** Of a campaign, ad set or ad with spend. */
  adPlatform: string | null;
  views: number | null;
  claims: number;
  decided: number;
  verified: number;
  confirmed: number;
  waiting: number;
  accepted: number;
  /** Of verified claims. */
  value: string | null;
  waitingValue: string | null;
  commission: string | null;
  spend: string | null;
  impressions: number | null;
  clicks: number | null;
  platformConversions: number | null;
  /** Whether an amount has no exchange rate: it is in no sum. */
  isPartial: boolean;
  /** The filters of the claims list that has the row's claims. */
  claimsQuery: Record<string, string> | null;
  /** The `AdObject` of a campaign, for the list of its spend. */
  campaignRef: string | null;
};

export type Money = {
  currency: string;
  rows: MoneyRow[];
  totals: MoneyRow;
  unmatched: {
    /** Spend without claims. */
    campaigns: MoneyRow[];
    spendWithoutSource: string | null;
  };
  /** Whether days wait to be added up. */
  isBehind: boolean;
};

export type MoneyQuery = { workspace: Workspace; days: Days; groupBy: AnalyticsGroup; basis: MoneyBasis };
