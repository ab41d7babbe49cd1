import type { Days } from "#app/lib/periods.ts";
import { type DecidedCounts, toByStatement, toTruth } from "#app/lib/truth.ts";
import type { AnalyticsRangeResponse } from "#app/schemas/analytics.ts";

type Counts = DecidedCounts & { views: number | null; submissions: number; sent: number };
type Range = { days: Days; rows: (Counts & { value: string })[]; totals: Counts };

/** The analytics of some days for /api. */
export const presentAnalytics = ({ days, rows, totals }: Range): AnalyticsRangeResponse => ({
  ...days,
  rows: rows.map(({ value, ...counts }) => ({ key: value || null, ...presentCounts(counts) })),
  totals: presentCounts(totals),
});

const presentCounts = (counts: Counts) => ({
  views: counts.views,
  claims: counts.submissions,
  decided: counts.decided,
  verified: counts.verified,
  waiting: counts.waiting,
  accepted: counts.sent,
  platformConversions: null,
  truth: toTruth(counts),
  byStatement: toByStatement(counts),
});
