import { retryRead } from "#app/database/connection.server.ts";
import { viewsBy, viewsByDay } from "#app/database/queries/statistics.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { formName } from "#app/lib/form-name.ts";
import { type Days, listDays } from "#app/lib/periods.ts";
import { NO_VALUE } from "#app/lib/sources.ts";
import { OptInForm, Platform, type Workspace } from "#app/models/index.server.ts";
import type { AnalyticsGroup } from "#app/schemas/analytics.ts";
import { type Counts, openCounts } from "#app/services/counting/open-counts.server.ts";
import { groupByOrigin, type MoneyGroups, type OriginGroup } from "./group-by-origin.server.ts";
import {
  addClaimSum,
  addGroup,
  addSpendSum,
  compareGroups,
  createPresenter,
  type MoneyBasis,
  type MoneyGroup,
  type MoneyRow,
  newGroup,
} from "./money-groups.ts";

type MoneyOfDays = {
  currency: string;
  rows: MoneyRow[];
  totals: MoneyRow;
  /** Each day of them in order, where it is asked for. */
  series: SpentDay[];
  unmatched: {
    /** Spend of campaigns without claims, and without a rule of the owner. */
    campaigns: MoneyRow[];
    /** Spend that is of no source, or of several. */
    withoutSource: MoneyRow | null;
  };
  /** Whether days wait to be added up. */
  isBehind: boolean;
  /** Whether some of them are in an earlier currency: no amount is known. */
  isConverting: boolean;
};

/** What a day's claims cost; `spend` is in ten-thousandths. */
type SpentDay = { date: string } & Record<"claims" | "verified" | "spend" | "unknownSpend", number>;

type MoneyQuery = {
  workspace: Workspace;
  days: Days;
  groupBy: AnalyticsGroup;
  basis: MoneyBasis;
  /** Whether each day is asked for, too. */
  hasSeries?: boolean;
  /** Whether views of forms are, which no page of money shows. */
  hasViews?: boolean;
};

/** The money of claims and ads in some days, by one property. The most claims come first; days are in order. */
export async function getMoney(query: MoneyQuery): Promise<MoneyOfDays> {
  const { workspace, days, groupBy, basis, hasSeries = false, hasViews = true } = query;
  const place = { workspaceId: workspace.id, days };
  const counts = await openCounts(workspace.id, days, { hasClicks: basis === "click" });
  const [groups, views, [totalSpend], series] = await Promise.all([
    isByOrigin(groupBy)
      ? groupByOrigin(workspace.id, counts, { by: groupBy, basis })
      : groupByOther(query, groupBy, counts),
    hasViews ? retryRead(() => viewsByDay(place)) : null,
    counts.sum({ basis: "spend", kind: "day" }),
    hasSeries ? readSeries(counts, basis) : [],
  ]);
  const all = newGroup(null);
  for (const group of groups.rows) addGroup(all, group);
  for (const one of totalSpend) addSpendSum(all, one);
  const toRow = createPresenter(basis, counts);
  const rows = groups.rows.filter(
    ({ claims, spend, views: seen }) => claims > 0 || spend !== null || seen !== null,
  );
  if (groupBy !== "day") rows.sort(compareGroups);
  const viewed = views && [...views.values()].reduce((sum, count) => sum + count, 0);
  return {
    currency: workspace.currency,
    rows: rows.map(toRow),
    totals: {
      ...toRow({ ...all, claimsQuery: {}, spendQuery: {} }),
      views: viewed,
    },
    series,
    unmatched: {
      campaigns: rows
        .filter(({ claims, spend, campaignRef, hasRule }) => {
          const hasSpend = spend !== null && spend !== 0n;
          return claims === 0 && hasSpend && campaignRef !== null && !hasRule;
        })
        .map(toRow),
      withoutSource: groups.withoutSource && toRow(groups.withoutSource),
    },
    isBehind: counts.isBehind,
    isConverting: counts.isConverting,
  };
}

const isByOrigin = (group: AnalyticsGroup): group is OriginGroup =>
  group === "source" || group === "campaign" || group === "adSet" || group === "ad";

async function readSeries(counts: Counts, basis: MoneyBasis): Promise<SpentDay[]> {
  const [claims, spend] = await counts.sum(
    { basis, kind: "form", by: "period", measure: "claims" },
    { basis: "spend", kind: "day", by: "period" },
  );
  const groups = new Map(listDays(counts.days).map((day) => [day, newGroup(day)]));
  for (const [sums, add] of [[claims, addClaimSum] as const, [spend, addSpendSum] as const])
    for (const one of sums) {
      const group = groups.get(one.key);
      if (group) add(group, one);
    }
  return [...groups].map(([date, { claims: count, verified, spend: amount, unknownSpend }]) => ({
    date,
    claims: count,
    verified,
    spend: Number(amount ?? 0n),
    unknownSpend: amount !== null && counts.isConverting ? 1 : unknownSpend,
  }));
}

/** Nobody knows how much of what ads cost a country, a form or a broker had. */
async function groupByOther(
  { workspace, days, basis, hasViews = true }: MoneyQuery,
  groupBy: Exclude<AnalyticsGroup, OriginGroup>,
  counts: Counts,
): Promise<MoneyGroups> {
  const place = { workspaceId: workspace.id, days };
  const kind = groupBy === "day" ? "form" : groupBy;
  const by = groupBy === "day" ? "period" : "value";
  const [claims, spend] = await counts.sum({ basis, kind, by }, { basis: "spend", kind: "day", by });
  const groups = new Map<string, MoneyGroup>();
  const find = (key: string) => {
    // The list finds no claims without a form or a broker.
    const value = key || (groupBy === "country" ? NO_VALUE : null);
    const claimsQuery = value === null ? null : { [groupBy]: value };
    const group = groups.get(key) ?? newGroup(key || null, { claimsQuery });
    groups.set(key, group);
    return group;
  };
  if (groupBy === "day") {
    for (const day of listDays(days)) {
      const query = { from: day, to: day };
      Object.assign(find(day), { claimsQuery: query, spendQuery: query, views: 0 });
    }
    for (const one of spend) addSpendSum(find(one.key), one);
  }
  for (const one of claims) addClaimSum(find(one.key), one);
  if (hasViews && (groupBy === "day" || groupBy === "form")) {
    const views = await retryRead(() => (groupBy === "day" ? viewsByDay(place) : viewsBy("form", place)));
    if (groupBy === "form") for (const group of groups.values()) group.views = 0;
    for (const [key, count] of views) find(key).views = count;
  }
  await nameGroups(workspace, groupBy, [...groups.values()]);
  return { rows: [...groups.values()], withoutSource: null };
}

async function nameGroups(
  { id: workspaceId }: Workspace,
  groupBy: AnalyticsGroup,
  groups: MoneyGroup[],
): Promise<void> {
  if (groupBy !== "form" && groupBy !== "platform") return;
  const where = { workspaceId, id: groups.map(({ key }) => key ?? "") };
  const named =
    groupBy === "form"
      ? (await retryRead(() => findRows(OptInForm, { attributes: ["id", "name", "slug"], where }))).map(
          (form) => ({
            id: form.id,
            name: formName(form),
          }),
        )
      : await retryRead(() => findRows(Platform, { attributes: ["id", "name"], where }));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  for (const group of groups) group.label = names.get(group.key ?? "") ?? null;
}
