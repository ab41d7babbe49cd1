import { retryRead } from "#app/database/connection.server.ts";
import {
  type CountedDays,
  claimsBy,
  findCountedDays,
  type Part,
  viewsBy,
  viewsByDay,
} from "#app/database/queries/statistics.server.ts";
import { mapValues } from "#app/lib/objects.ts";
import { countDays, type Days, listDays } from "#app/lib/periods.ts";
import type { DecidedCounts } from "#app/lib/truth.ts";
import type { AnalyticsGroup } from "#app/schemas/analytics.ts";

const ROWS_MAX = 1_000;

type Counts = DecidedCounts & { views: number | null; submissions: number; sent: number };
type Row = Counts & { value: string };

/** The claims of some days by one of their properties, and of all together, from the totals. */
export async function getAnalytics(
  { workspaceId, days }: { workspaceId: string; days: Days },
  groupBy: AnalyticsGroup,
): Promise<{ days: Days; rows: Row[]; totals: Counts }> {
  const place = await retryRead(() => findCountedDays({ workspaceId, days }));
  const [claims, views] = await retryRead(() =>
    Promise.all([claimsBy("day", place, countDays(days)), viewsByDay(place)]),
  );
  const totals = {
    ...addUp(claims),
    views: [...views.values()].reduce((total, count) => total + count, 0),
  };
  if (groupBy !== "day") return { days, rows: await findRows(place, groupBy, totals), totals };
  const byDay = new Map(claims.map((part) => [part.value, part]));
  const rows = listDays(days).map((value) => ({
    ...(byDay.get(value) ?? NONE),
    value,
    views: views.get(value) ?? 0,
  }));
  return { days, rows, totals };
}

async function findRows(
  place: CountedDays,
  groupBy: Exclude<AnalyticsGroup, "day">,
  totals: Counts,
): Promise<Row[]> {
  const isEmpty = totals.submissions === 0 && totals.views === 0;
  switch (groupBy) {
    case "form": {
      const [parts, views] = await retryRead(() =>
        Promise.all([claimsBy(groupBy, place, ROWS_MAX), viewsBy(groupBy, place)]),
      );
      const byForm = new Map(parts.map((part) => [part.value, part]));
      return [...new Set([...byForm.keys(), ...views.keys()])].map((value) => ({
        ...(byForm.get(value) ?? NONE),
        value,
        views: views.get(value) ?? 0,
      }));
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

type Claims = Omit<Part, "value">;
const NONE: Claims = {
  ...{ submissions: 0, handled: 0, sent: 0 },
  ...{ decided: 0, verified: 0, confirmed: 0, waiting: 0 },
};

const addUp = (parts: Claims[]): Claims =>
  parts.reduce((total, part) => mapValues(NONE, (_none, name) => total[name] + part[name]), NONE);
