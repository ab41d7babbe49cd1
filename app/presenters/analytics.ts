import Decimal from "decimal.js-light";
import { currencyDigits } from "#app/lib/money.ts";
import { type MoneyCounts, type MoneyFigures, toMoneyFigures } from "#app/lib/money-figures.ts";
import type { Days } from "#app/lib/periods.ts";
import { type DecidedCounts, toByStatement, toTruth } from "#app/lib/truth.ts";
import type { AnalyticsRangeResponse } from "#app/schemas/analytics.ts";

/** Ten years have 3,653 days. */
const ROWS_MAX = 4_000;

type Counts = MoneyCounts &
  DecidedCounts & {
    views: number | null;
    accepted: number;
    platformConversions: number | null;
    impressions: number | null;
    clicks: number | null;
    waitingValue: string | null;
    isPartial: boolean;
    unknownCommission: number;
  };
type Row = Counts & Record<"key" | "label" | "adPlatform" | "campaignRef", string | null>;
type MoneyOfDays = {
  currency: string;
  isBehind: boolean;
  rows: Row[];
  totals: Counts;
  unmatched: { withoutSource: { spend: string | null } | null };
};

/** The analytics of some days for /api. */
export function presentAnalytics(days: Days, money: MoneyOfDays): AnalyticsRangeResponse {
  const { currency, isBehind, rows, totals, unmatched } = money;
  const round = (amount: string) =>
    new Decimal(amount).toFixed(currencyDigits(currency), Decimal.ROUND_HALF_EVEN);
  const spendWithoutSource = unmatched.withoutSource?.spend ?? null;
  return {
    ...days,
    currency,
    isBehind,
    spendWithoutSource: spendWithoutSource === null ? null : round(spendWithoutSource),
    rows: rows.slice(0, ROWS_MAX).map((row) => ({
      key: row.key,
      label: row.label,
      adPlatform: row.adPlatform,
      campaignRef: row.campaignRef,
      ...presentCounts(row, round),
    })),
    rowsLeftOut: Math.max(0, rows.length - ROWS_MAX),
    totals: presentCounts(totals, round),
  };
}

function presentCounts(row: Counts, round: (amount: string) => string) {
  const figures = toMoneyFigures(row);
  const roundKnown = (amount: string | null) => (amount === null ? null : round(amount));
  return {
    views: row.views,
    claims: row.claims,
    decided: row.decided,
    verified: row.verified,
    waiting: row.waiting,
    accepted: row.accepted,
    platformConversions: row.platformConversions,
    impressions: row.impressions,
    clicks: row.clicks,
    isPartial: row.isPartial,
    unknownCommission: row.unknownCommission,
    value: roundKnown(row.value),
    waitingValue: roundKnown(row.waitingValue),
    commission: roundKnown(row.commission),
    spend: roundKnown(row.spend),
    costPerClaim: roundKnown(figures.costPerClaim),
    costPerVerified: roundKnown(figures.costPerVerified),
    costPerVerifiedIfWaiting: roundKnown(figures.costPerVerifiedIfWaiting),
    costInterval: presentInterval(figures.costInterval, round),
    returnOnSpend: figures.returnOnSpend,
    profit: roundKnown(figures.profit),
    truth: toTruth(row),
    byStatement: toByStatement(row),
  };
}

const presentInterval = (interval: MoneyFigures["costInterval"], round: (amount: string) => string) =>
  interval === null
    ? null
    : { low: round(interval.low), high: interval.high === null ? null : round(interval.high) };
