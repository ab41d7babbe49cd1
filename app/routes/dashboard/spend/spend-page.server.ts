import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { Invalid } from "#app/lib/errors.ts";
import { currencyCodes } from "#app/lib/money.ts";
import {
  presentSpendFigures,
  presentSpendImport,
  presentSpendLine,
  presentSpendRow,
} from "#app/presenters/spend.ts";
import { SpendQuery, SpendRowsQuery } from "#app/schemas/spend.ts";
import { StatisticsQuery } from "#app/schemas/statistics.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { getSpend } from "#app/services/spend/get-spend.server.ts";
import { listSpendRows } from "#app/services/spend/list-spend-rows.server.ts";
import { readSpendPeriod } from "#app/services/spend/read-spend-period.server.ts";
import { listSpendImports } from "#app/services/spend/spend-imports.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const SHOWN_IMPORTS = 20;
const LABELS = { period: "Period", from: "From", to: "To", compare: "Comparison", page: "Page" };
const FILTERS = {
  campaign: "Campaign",
  adSet: "Ad set",
  ad: "Ad",
  platform: "Ad platform",
  account: "Account",
  source: "Source",
  import: "File or amount",
};

const PageQuery = StatisticsQuery.extend({
  groupBy: SpendQuery.shape.groupBy,
  page: SpendQuery.shape.page,
  imports: SpendQuery.shape.page,
});
const RowsQuery = SpendRowsQuery.omit({ limit: true }).extend({ compare: StatisticsQuery.shape.compare });

/** What a range of days cost, beside the range it is compared with, and what was added. */
export async function loadSpendPage({ workspace, role }: Member, params: URLSearchParams) {
  const labels = { ...LABELS, groupBy: "Group", imports: "Page of what was added" };
  const { valid, ignored } = validFilters(PageQuery, labels, params);
  const { groupBy, page, imports: importsPage, ...given } = PageQuery.parse(valid);
  const { chosen, problem } = await readDays(workspace, given);
  const { days, compared } = chosen;
  const { id: workspaceId, currency, timeZone } = workspace;
  const place = { workspace, filters: {}, limit: 50 };
  const [spend, previous, added] = await Promise.all([
    getSpend({ ...place, days, groupBy, page }),
    compared && getSpend({ ...place, days: compared, groupBy: "platform", page: 1 }),
    listSpendImports({ workspaceId, page: importsPage, limit: SHOWN_IMPORTS }),
  ]);
  return {
    isBehind: spend.isBehind,
    ignored,
    problem,
    days,
    compared,
    groupBy,
    currency,
    timeZone,
    period: chosen.period,
    comparison: chosen.comparison,
    today: chosen.today,
    rows: spend.rows.map((row) => presentSpendRow(row, currency)),
    totals: presentSpendFigures(spend.totals, currency),
    previous: previous && presentSpendFigures(previous.totals, currency),
    pagination: spend.pagination,
    imports: added.imports.map(presentSpendImport),
    importsPagination: added.pagination,
    currencies: currencyCodes(),
    canWrite: isAllowed(role, "spend:write"),
    now: new Date().toISOString(),
  };
}

/** The rows that a number is the sum of. */
export async function loadSpendRows({ workspace }: Member, params: URLSearchParams) {
  const { valid, ignored } = validFilters(RowsQuery, { ...LABELS, ...FILTERS }, params);
  const { page, period, from, to, compare, ...filters } = RowsQuery.parse(valid);
  const { chosen, problem } = await readDays(workspace, { period, from, to, compare });
  const { days } = chosen;
  const { currency } = workspace;
  const [{ found, pagination }, sum] = await Promise.all([
    listSpendRows({ workspaceId: workspace.id, days, filters, page, limit: 50 }),
    getSpend({ workspace, days, filters, groupBy: "platform", page: 1, limit: 1 }),
  ]);
  return {
    ignored,
    problem,
    days,
    currency,
    pagination,
    rows: found.map(presentSpendLine),
    totals: presentSpendFigures(sum.totals, currency),
  };
}

/** The days in the address; without valid ones the last 28 days, with what is wrong. */
async function readDays(workspace: Member["workspace"], query: StatisticsQuery) {
  try {
    return { chosen: await readSpendPeriod(workspace, query), problem: null };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return {
      chosen: await readSpendPeriod(workspace, StatisticsQuery.parse({})),
      problem: error.message,
    };
  }
}
