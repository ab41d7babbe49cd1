import { col, fn, Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { DIMENSION_NAMES, type Dimensions } from "#app/database/queries/counted-claims.server.ts";
import { countsByDay } from "#app/database/queries/counts.server.ts";
import { findDaysToCount } from "#app/database/queries/day-marks.server.ts";
import { problemsUnderWay } from "#app/database/queries/event-states.server.ts";
import {
  eventStatesCount,
  statusCount,
  type TotalsFilter,
  totalsByDay,
  totalsByState,
} from "#app/database/queries/totals.server.ts";
import { countOf, readValues, type Value } from "#app/database/values.server.ts";
import type { DateRange } from "#app/lib/date-range.ts";
import { HOUR } from "#app/lib/dates.ts";
import { listCountedStates, listStates } from "#app/lib/event-state.ts";
import { NO_VALUE } from "#app/lib/sources.ts";
import { truthStates } from "#app/lib/truth.ts";
import { Submission } from "#app/models/index.server.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { findLinkIds } from "#app/services/links/links.server.ts";

/** Mixed filters count up to this and then show "more than". */
export const COUNT_MAX = 1_000;

export type DayCounts = { day: string; count: number }[];

type CountArguments = {
  workspaceId: string;
  query: SubmissionsQuery;
  range: DateRange;
  /** The condition of `query` and `range`. */
  where: WhereOptions;
  /** Counts all rows where the totals do not know the filters. */
  isExact: boolean;
};

/** What the totals know. Any other filter is counted by the rows. */
const COUNTED: readonly string[] = [
  "page",
  "limit",
  "sort",
  "from",
  "to",
  "status",
  "truth",
  "eventStatus",
  "event",
  "adPlatform",
  ...DIMENSION_NAMES,
];

/**
 * Counts what the filters match: by the totals if they know the filters, otherwise by the rows, up to a
 * maximum.
 * @returns `days`: the counts of each day in the order of the list, if the list is in the order of days
 */
export async function countSubmissions({
  workspaceId,
  query,
  range,
  where,
  isExact,
}: CountArguments): Promise<{ total: number; hasMore: boolean; days: DayCounts | null }> {
  const breakdowns = await toBreakdowns(workspaceId, query);
  const [breakdown] = breakdowns;
  const eventStates = query.event && !query.adPlatform ? listCountedStates(query.event) : undefined;
  const isCounted =
    Object.entries(query).every(([name, value]) => value === undefined || COUNTED.includes(name)) &&
    breakdowns.length + (query.platform === undefined ? 0 : 1) <= 1 &&
    breakdown !== null &&
    eventStates !== null &&
    range.isWholeDays;
  if (isCounted) {
    const filter = {
      workspaceId,
      ...(query.status ? { status: query.status } : {}),
      ...(query.truth ? { truthStates: truthStates[query.truth] } : {}),
      ...(query.eventStatus ? { eventStatus: query.eventStatus } : {}),
      ...(eventStates ? { eventStates } : {}),
      ...(query.platform ? { platformId: query.platform } : {}),
      ...(range.fromDay ? { fromDay: range.fromDay } : {}),
      ...(range.toDay ? { toDay: range.toDay } : {}),
    };
    const order = query.sort === "createdAt" ? "ASC" : "DESC";
    const days = breakdown
      ? await countDays(filter, { breakdown, where, order })
      : await retryRead(() => totalsByDay(filter, order));
    const isByDay = query.sort === "createdAt" || query.sort === "-createdAt";
    return { total: sumCounts(days), hasMore: false, days: isByDay ? days : null };
  }
  if (isOnlyProblems(query) && !range.from && !range.before)
    return { total: await retryRead(() => countProblems(workspaceId)), hasMore: false, days: null };
  if (isExact)
    return { total: await retryRead(() => Submission.count({ where })), hasMore: false, days: null };
  const rows = await retryRead(() =>
    Submission.findAll({ where, attributes: ["id"], limit: COUNT_MAX + 1, raw: true }),
  );
  return { total: Math.min(rows.length, COUNT_MAX), hasMore: rows.length > COUNT_MAX, days: null };
}

/** Values that claims are counted by; empty for claims without one. */
type Breakdown = { kind: Dimensions | "delivery"; values: string[] };

/** By the counts, and on the days that have changed since they were counted, by the claims. */
async function countDays(
  filter: TotalsFilter,
  { breakdown, where, order }: { breakdown: Breakdown; where: WhereOptions; order: "ASC" | "DESC" },
): Promise<DayCounts> {
  const changed = await retryRead(() => findDaysToCount(filter));
  const [counted, rows] = await Promise.all([
    retryRead(() => countsByDay(filter, breakdown, changed)),
    changed.length === 0
      ? []
      : retryRead(() =>
          Submission.findAll({
            where: { [Op.and]: [where, { day: changed }] },
            attributes: ["day", [fn("COUNT", col("id")), "count"]],
            group: ["day"],
            raw: true,
          }),
        ),
  ]);
  const days = [
    ...counted,
    ...rows.map((row) => ({ day: row.day, count: Number((row as unknown as DayCounts[0]).count) })),
  ];
  const sign = order === "ASC" ? 1 : -1;
  return days.sort((a, b) => (a.day < b.day ? -sign : sign));
}

/** Whether the list is the view of problems, with no other filter. */
const isOnlyProblems = ({ page: _page, limit: _limit, sort: _sort, event, ...others }: SubmissionsQuery) =>
  event === "problem" && Object.values(others).every((value) => value === undefined);

/** Settled ones by the totals, those under way by their deliveries. */
async function countProblems(workspaceId: string): Promise<number> {
  const { settled, underWay } = await readValues(problemCounts(workspaceId));
  return settled + underWay;
}

/** The problems that are settled, and those under way: together as many as the view of problems has. */
export const problemCounts = (workspaceId: string) => ({
  settled: eventStatesCount(workspaceId, PROBLEMS),
  underWay: problemsUnderWay(workspaceId),
});

const PROBLEMS: readonly string[] = listStates("problem");
const sumProblems = (counts: { eventState: string; count: number }[], underWay: number) =>
  sumCounts(counts.filter(({ eventState }) => PROBLEMS.includes(eventState))) + underWay;

const sumCounts = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);

/** The totals know the broker. */
const BROKEN_DOWN = DIMENSION_NAMES.filter((name) => name !== "platform");

/** The one filter that counts are broken down by; null for others, and for several at once. */
async function toBreakdowns(workspaceId: string, query: SubmissionsQuery): Promise<(Breakdown | null)[]> {
  const { event, adPlatform, link } = query;
  const linkIds = link === undefined || link === NO_VALUE ? [] : await findLinkIds(workspaceId, link);
  const properties = BROKEN_DOWN.flatMap((kind): (Breakdown | null)[] => {
    // As text that sorts: "09".
    if (kind === "hour")
      return query.hour === undefined ? [] : [{ kind, values: [String(query.hour).padStart(2, "0")] }];
    const value = query[kind];
    if (value === undefined) return [];
    // Only claims with a link are counted by it.
    if (kind === "link") return [linkIds.length === 0 ? null : { kind, values: linkIds }];
    return [{ kind, values: [value === NO_VALUE ? "" : value] }];
  });
  return adPlatform === undefined ? properties : [...properties, settledAt(adPlatform, event)];
}

/** The totals of an ad platform know the events that are settled there. */
function settledAt(adPlatform: string, event: SubmissionsQuery["event"]): Breakdown | null {
  if (event === undefined) return null;
  const states: string[] = event === "confirmed" ? [event] : (listCountedStates(event) ?? ["open"]);
  if (states.includes("open") || states.includes("none")) return null;
  const values = states.flatMap((state) => (state === "sent" ? ["sent", "confirmed"] : [state]));
  return { kind: "delivery", values: values.map((value) => `${adPlatform}:${value}`) };
}

/** The claims that wait for a decision. */
export const toCheckCount = (workspaceId: string): Value<number> => statusCount(workspaceId, "pending");

/** Those of them that expire within a day. */
export function expiringCount(workspaceId: string): Value<number> {
  const now = Date.now();
  const sendBefore = { [Op.gt]: new Date(now), [Op.lte]: new Date(now + 24 * HOUR) };
  return countOf(Submission, { workspaceId, status: "pending", sendBefore });
}

export async function countToCheck(workspaceId: string): Promise<number> {
  const { toCheck } = await retryRead(() => readValues({ toCheck: toCheckCount(workspaceId) }));
  return toCheck;
}

const countPending = (counts: { status: string; count: number }[]) =>
  sumCounts(counts.filter(({ status }) => status === "pending"));

/** The counts beside the views of the list. */
export async function countViews(
  workspaceId: string,
): Promise<{ all: number; toCheck: number; expiring: number; problems: number }> {
  const { counts, underWay, expiring } = await retryRead(() =>
    readValues({
      counts: totalsByState(workspaceId),
      underWay: problemsUnderWay(workspaceId),
      expiring: expiringCount(workspaceId),
    }),
  );
  const problems = sumProblems(counts, underWay);
  return { all: sumCounts(counts), toCheck: countPending(counts), expiring, problems };
}
