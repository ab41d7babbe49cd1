import { chooseMoneyColumns } from "#app/http/cookies/money-columns.server.ts";
import { presentCosts, presentMoneyRow, presentPlatformTruth } from "#app/presenters/money.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { getMoney } from "#app/services/money/get-money.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { isJudged, nameSpender, readMoney, toRowId } from "./read-money.server.ts";

const PAGE_SIZE = 25;
/** Of campaigns in each panel below the table. */
const LISTED_MAX = 100;

const cut = <T>(rows: T[]) => ({
  rows: rows.slice(0, LISTED_MAX),
  leftOut: Math.max(0, rows.length - LISTED_MAX),
});

export async function loadMoneyPage(request: Request, member: Member) {
  const { workspace, role } = member;
  const now = new Date();
  const { searchParams } = new URL(request.url);
  const [{ query, ignored, period, money, rows, totals }, { columns, headers }] = await Promise.all([
    readMoney(member, searchParams, { now, hasSeries: true }),
    chooseMoneyColumns(request, "page"),
  ]);
  const { days, comparison, compared, today } = period;
  const { groupBy, basis, sort } = query;
  const byCampaign =
    groupBy === "campaign"
      ? money
      : await getMoney({ workspace, days, groupBy: "campaign", basis, hasViews: false });
  const { currency, isBehind } = money;
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const page = Math.min(query.page, pages);
  const present = (row: (typeof byCampaign.rows)[number]) => ({
    ...presentMoneyRow(row, { currency }),
    id: toRowId(row),
    name: row.label ?? "",
    adPlatform: nameSpender(row.adPlatform),
  });
  return {
    page: {
      now: now.toISOString(),
      timeZone: workspace.timeZone,
      ignored,
      period: period.period,
      days,
      comparison,
      compared,
      today,
      groupBy,
      basis,
      sort: sort ?? null,
      columns,
      currency,
      isBehind,
      rows: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
      totals,
      costs: presentCosts(money.series, today, currency),
      hasVerdict: isJudged(groupBy),
      pagination: { total: rows.length, page, limit: PAGE_SIZE, pages },
      isPartial: money.totals.isPartial,
      unknownCommission: money.totals.unknownCommission,
      // Of what is not known there are rows to look at.
      hasSpend: money.totals.spendQuery !== null && Number(money.totals.spend ?? 1) !== 0,
      spendWithoutClaims: cut(byCampaign.unmatched.campaigns.map(present)),
      claimsWithoutSpend: cut(
        byCampaign.rows
          .filter(({ key, campaignRef, claims }) => key !== null && campaignRef === null && claims > 0)
          .map(present),
      ),
      platformTruth: cut(
        byCampaign.rows
          .flatMap((row) => {
            const truth = presentPlatformTruth(row);
            return truth ? [{ ...present(row), truth }] : [];
          })
          .toSorted((one, other) => Number(other.truth.difference) - Number(one.truth.difference)),
      ),
      may: { write: isAllowed(role, "spend:write"), export: isAllowed(role, "submissions:export") },
    },
    headers,
  };
}
