import { retryRead } from "#app/database/connection.server.ts";
import {
  type CountedDays,
  claimsBy,
  findCountedDays,
  type Part,
  viewsByDay,
} from "#app/database/queries/statistics.server.ts";
import { mapValues } from "#app/lib/objects.ts";
import { countDays, type Days, listDays } from "#app/lib/periods.ts";
import type { DecidedCounts } from "#app/lib/truth.ts";
import type { AnalyticsGroup } from "#app/schemas/analytics.ts";
import { countForms, NO_CLAIMS } from "./count-forms.server.ts";

const ROWS_MAX = 1_000;

/** No totals know ad sets and ads. */
type CountedGroup = Exclude<AnalyticsGroup, "adSet" | "ad">;
type Counts = DecidedCounts & { views: number | null; submissions: number; sent: number };
type Row = Counts & { value: string };

/** The claims of some days by one of their properties, and of all together, from the totals. */
export async function getAnalytics(
  { workspaceId, days }: { workspaceId: string; days: Days },
  groupBy: CountedGroup,
): Promise<{ days: Days; rows: Row[]; totals: Counts }> {
  const place = await retryRead(() => findCountedDays({ workspaceId, days }));
  const [claims, views] = await retryRead(() =>
    Promise.all([claimsBy("day", place, countDays(days)), viewsByDay(place)]),
  );
  const totals = {
    ...addUp(claims),
    views: [...views.values()].reduce((total, count) => total + count, 0),
  };
  if (groupBy !== "day") return { days, rows: await findRows(place, groupBy), totals };
  const byDay = new Map(claims.map((part) => [part.value, part]));
  const rows = listDays(days).map((value) => ({
    ...(byDay.get(value) ?? NO_CLAIMS),
    value,
    views: views.get(value) ?? 0,
  }));
  return { days, rows, totals };
}

async function findRows(place: CountedDays, groupBy: Exclude<CountedGroup, "day">): Promise<Row[]> {
  if (groupBy === "form") return countForms(place);
  const parts = await retryRead(() => claimsBy(groupBy, place, ROWS_MAX));
  return parts.map((part) => ({ ...part, views: null }));
}

const addUp = (parts: Omit<Part, "value">[]) =>
  parts.reduce((total, part) => mapValues(NO_CLAIMS, (_none, name) => total[name] + part[name]), NO_CLAIMS);
