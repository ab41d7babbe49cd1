import { retryRead } from "#app/database/connection.server.ts";
import { claimsBy, claimsByDay, type DayCount, viewsByDay } from "#app/database/queries/statistics.server.ts";
import { groupBy as groupItems } from "#app/lib/group-by.ts";
import { type Days, listDays } from "#app/lib/periods.ts";
import { type DecidedCounts, TRUTH_FILTERS, truthStates } from "#app/lib/truth.ts";
import { OptInForm } from "#app/models/index.server.ts";
import type { AnalyticsGroup } from "#app/schemas/analytics.ts";

const ROWS_MAX = 1_000;

type Place = { workspaceId: string; days: Days };
type Counts = DecidedCounts & { views: number | null; submissions: number; sent: number };
type Row = Counts & { value: string };

/** The claims of some days by one of their properties, and of all together, from the totals. */
export async function getAnalytics(
  place: Place,
  groupBy: AnalyticsGroup,
): Promise<{ days: Days; rows: Row[]; totals: Counts }> {
  const { days } = place;
  const [claims, views] = await retryRead(() => Promise.all([claimsByDay(place), viewsByDay(place)]));
  const totals = {
    ...countClaims(claims),
    views: [...views.values()].reduce((total, count) => total + count, 0),
  };
  if (groupBy !== "day") return { days, rows: await findRows(place, groupBy, totals), totals };
  const byDay = groupItems(claims, ({ day }) => day);
  const rows = listDays(days).map((value) => ({
    ...countClaims(byDay.get(value) ?? []),
    value,
    views: views.get(value) ?? 0,
  }));
  return { days, rows, totals };
}

async function findRows(
  place: Place,
  groupBy: Exclude<AnalyticsGroup, "day">,
  totals: Counts,
): Promise<Row[]> {
  const isEmpty = totals.submissions === 0 && totals.views === 0;
  switch (groupBy) {
    case "form": {
      // A workspace has one form, also after it was deleted.
      const { workspaceId } = place;
      const form = await retryRead(() => OptInForm.findOne({ where: { workspaceId }, attributes: ["id"] }));
      return isEmpty ? [] : [{ ...totals, value: form?.id ?? "" }];
    }
    case "adSet":
    case "ad":
      return isEmpty ? [] : [{ ...totals, value: "" }];
    default: {
      const parts = await retryRead(() => claimsBy(groupBy, place, ROWS_MAX));
      return parts.map((part) => ({ ...part, views: null }));
    }
  }
}

function countClaims(rows: DayCount[]) {
  const sum = (is: (row: DayCount) => boolean) =>
    rows.reduce((total, row) => (is(row) ? total + row.count : total), 0);
  const decided = Object.fromEntries(
    TRUTH_FILTERS.map((filter) => [
      filter,
      sum(({ truthState }) => truthStates[filter].includes(truthState)),
    ]),
  ) as DecidedCounts;
  return {
    ...decided,
    submissions: sum(() => true),
    sent: sum(({ eventState }) => eventState === "sent"),
  };
}
