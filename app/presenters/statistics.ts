import type { EventState } from "#app/lib/event-state.ts";
import { formatAmount } from "#app/lib/money.ts";
import {
  type DecidedCounts,
  type EvidenceCounts,
  type InStatements,
  NO_EVIDENCE,
  toByEvidence,
  toByStatement,
  toTruth,
  toWithWaiting,
} from "#app/lib/truth.ts";
import type { FiguresResponse, StatisticsResponse } from "#app/schemas/statistics.ts";

type Counts = {
  submissions: number;
  handled: number;
  sent: number;
  inStatements?: InStatements;
  withWaiting?: DecidedCounts;
} & DecidedCounts &
  EvidenceCounts;
type Part = Counts & { value: string };
type Figures = DecidedCounts &
  EvidenceCounts & {
    withWaiting: DecidedCounts | null;
    days: { from: string; to: string };
    total: number;
    pending: number;
    handled: number;
    rejected: number;
    sent: number;
    failed: number;
    views: number;
    isFiltered: boolean;
    commission: { amount: string; currency: string };
    events: Record<EventState, number>;
  };
type Breakdowns = {
  byPlatform: Part[];
  bySource: Part[];
  byCampaign: Part[];
  byCountry: Part[];
  inStatements?: InStatements;
};
type Statistics = Figures &
  Breakdowns & {
    series: StatisticsResponse["series"];
    byForm: (Part & { name: string; views: number })[];
    byHour: Part[];
    byAdPlatform: { id: string; name: string; sent: number; accepted: number; confirmed: number | null }[];
    times: {
      decisionMs: number | null;
      decisionCount: number;
      acceptanceMs: number | null;
      acceptanceCount: number;
    };
  };
type NamedRow = { id: string; name: string };

/** The statistics of a range for pages and /api. `names` are those of brokers. */
export function presentStatistics(
  statistics: Statistics,
  previous: Figures | null,
  names: NamedRow[],
): StatisticsResponse {
  const { decisionMs, decisionCount, acceptanceMs, acceptanceCount } = statistics.times;
  const hours = new Map(statistics.byHour.map((part) => [Number(part.value), part]));
  return {
    ...presentFigures(statistics),
    series: statistics.series,
    ...presentBreakdowns(statistics, names),
    byForm: statistics.byForm.map((part) => ({
      form: { id: part.value, name: part.name },
      views: part.views,
      ...toCounts(part),
    })),
    byHour: Array.from({ length: 24 }, (_, hour) => ({ hour, ...toCounts(hours.get(hour)) })),
    byAdPlatform: statistics.byAdPlatform.map(({ id, name, ...counts }) => ({
      adPlatform: { id, name },
      ...counts,
    })),
    times: {
      decisionSeconds: toSeconds(decisionMs),
      decisionCount,
      acceptanceSeconds: toSeconds(acceptanceMs),
      acceptanceCount,
    },
    previous: previous && presentFigures(previous),
  };
}

const presentBreakdowns = (
  { byPlatform, bySource, byCampaign, byCountry, inStatements }: Breakdowns,
  names: NamedRow[],
) => ({
  ...(inStatements ? { inStatements } : {}),
  byPlatform: byPlatform.map((part) => ({
    platform: toNamed(part.value, names),
    ...toCounts(part),
  })),
  bySource: bySource.map((part) => ({ source: part.value || null, ...toCounts(part) })),
  byCampaign: byCampaign.map((part) => ({ campaign: part.value || null, ...toCounts(part) })),
  byCountry: byCountry.map((part) => ({ country: part.value || null, ...toCounts(part) })),
});

const toNamed = (id: string, names: NamedRow[]): NamedRow => ({
  id,
  name: names.find((one) => one.id === id)?.name ?? "",
});

const toSeconds = (ms: number | null) => (ms === null ? null : Math.round(ms / 1000));

/** Where a broker has or had a rule, the share of all claims that had time to be decided comes first. */
export const presentTruth = (counts: DecidedCounts & { withWaiting?: DecidedCounts | null }) => ({
  ...toTruth(counts),
  ...(counts.withWaiting ? { withWaiting: toWithWaiting(counts.withWaiting) } : {}),
});

const nothing = {
  ...{ submissions: 0, handled: 0, sent: 0, decided: 0, verified: 0, confirmed: 0, waiting: 0 },
  ...NO_EVIDENCE,
};

const toCounts = (part: Counts = nothing) => ({
  submissions: part.submissions,
  handled: part.handled,
  sent: part.sent,
  truth: presentTruth(part),
  byStatement: toByStatement(part),
  byEvidence: toByEvidence(part),
  ...(part.inStatements ? { inStatements: part.inStatements } : {}),
});

function presentFigures(figures: Figures): FiguresResponse {
  const { days, total, pending, handled, rejected, sent, failed, views, isFiltered, commission, events } =
    figures;
  return {
    ...days,
    total,
    pending,
    handled,
    rejected,
    sent,
    failed,
    views,
    events,
    truth: presentTruth(figures),
    byStatement: toByStatement(figures),
    byEvidence: toByEvidence(figures),
    conversionRate: views === 0 || isFiltered ? null : Math.round((total / views) * 1000) / 10,
    commission: {
      amount: formatAmount(commission.amount, commission.currency),
      currency: commission.currency,
    },
  };
}
