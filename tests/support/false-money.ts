import Decimal from "decimal.js-light";
import { findDifferingCounts } from "#app/database/queries/differing-counts.server.ts";
import { moneyGroups } from "#app/lib/money-columns.ts";
import { SpendRow, Submission, type Workspace } from "#app/models/index.server.ts";
import type { AnalyticsGroup } from "#app/schemas/analytics.ts";

import { findDifferingDays } from "#app/services/counting/count-day.server.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import type { MoneyRow } from "#app/services/money/money-groups.ts";

const COUNTS = ["claims", "decided", "verified", "waiting", "accepted"] as const;
const AMOUNTS = ["value", "waitingValue", "commission", "spend"] as const;

/** Nobody knows what ads cost these. */
const WITHOUT_SPEND: readonly AnalyticsGroup[] = ["country", "form", "platform"];

const sum = (rows: MoneyRow[], name: (typeof AMOUNTS)[number]) =>
  rows.reduce((total, row) => total.plus(row[name] ?? 0), new Decimal(0));

/** Adds up all days, and says which sums of a workspace's money are not those of their rows. */
export async function findFalseMoney(workspace: Workspace): Promise<string[]> {
  while (await countMarkedDays());
  const { id: workspaceId } = workspace;
  const found = [SpendRow, Submission].map((model) =>
    (model as typeof SpendRow).findAll({
      where: { workspaceId },
      attributes: ["day"],
      group: ["day"],
      raw: true,
    }),
  );
  const days = [...new Set((await Promise.all(found)).flat().map(({ day }) => day))].sort();
  const differing = await findDifferingDays(days.map((day) => ({ workspaceId, day })));
  const sums = await findDifferingCounts();
  return [
    ...differing.map(({ day }) => `the day ${day}`),
    ...sums.days.map(({ day }) => `the counts of ${day}`),
    ...sums.months.map(({ month }) => `the month ${month}`),
    ...(await findFalseBreakdowns(workspace, { from: days[0] ?? "", to: days.at(-1) ?? "" })),
  ];
}

/** Each breakdown has all claims and, where it has spend at all, all spend. */
async function findFalseBreakdowns(
  workspace: Workspace,
  days: { from: string; to: string },
): Promise<string[]> {
  const claims = await Submission.count({ where: { workspaceId: workspace.id } });
  const wrong: string[] = [];
  const first = (await getMoney({ workspace, days, groupBy: "day", basis: "claim" })).totals;
  if (first.claims !== claims) wrong.push(`${first.claims} claims of ${claims}`);
  for (const groupBy of Object.keys(moneyGroups) as AnalyticsGroup[]) {
    const { rows, totals, unmatched } = await getMoney({ workspace, days, groupBy, basis: "claim" });
    for (const name of COUNTS) {
      const added = rows.reduce((total, row) => total + row[name], 0);
      if (added !== totals[name] || added !== first[name]) wrong.push(`${name} by ${groupBy}`);
    }
    const all = unmatched.withoutSource ? [...rows, unmatched.withoutSource] : rows;
    for (const name of AMOUNTS) {
      const isOfAds = name === "spend" && WITHOUT_SPEND.includes(groupBy);
      const added = isOfAds ? new Decimal(first.spend ?? 0) : sum(all, name);
      // Unknown is not zero: then no sum is shown.
      if (totals[name] === null && first[name] === null) continue;
      if (!added.eq(totals[name] ?? 0) || !added.eq(first[name] ?? 0)) wrong.push(`${name} by ${groupBy}`);
    }
  }
  return wrong;
}
