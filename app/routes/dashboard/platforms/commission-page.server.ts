import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { plusMonths } from "#app/lib/periods.ts";
import { presentMonthCommissions } from "#app/presenters/commission.ts";
import { CommissionsQuery } from "#app/schemas/commissions.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { getMonthCommissions } from "#app/services/statements/paid/month-commissions.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const LABELS = { month: "Month", page: "Page", limit: "Limit" };

/** The query of the page and of its file: this month, unless it says another one. */
export function readCommissionsQuery({ workspace }: Member, params: URLSearchParams) {
  const { valid, ignored } = validFilters(CommissionsQuery, LABELS, params);
  const thisMonth = dayIn(workspace.timeZone, new Date()).slice(0, 7);
  return { query: CommissionsQuery.parse({ month: thisMonth, ...valid }), ignored, thisMonth };
}

/** @throws {NotFound} also for another workspace's platform */
export async function loadCommissionPage(member: Member, platformId: string, params: URLSearchParams) {
  const { workspace, role } = member;
  const platform = await getPlatform({ workspaceId: workspace.id, platformId });
  const { query, ignored, thisMonth } = readCommissionsQuery(member, params);
  const { pagination, ...commissions } = await getMonthCommissions({
    workspace,
    platform,
    ...query,
    areJoined: true,
  });
  return {
    platform: { id: platform.id, name: platform.name },
    commissions: presentMonthCommissions(commissions),
    pagination,
    ignored,
    previous: plusMonths(query.month, -1),
    next: query.month < thisMonth ? plusMonths(query.month, 1) : null,
    canExport: isAllowed(role, "submissions:export"),
    canOpenPlatform: isAllowed(role, "settings:read"),
  };
}
