import { retryRead } from "#app/database/connection.server.ts";
import { readValues, type Value } from "#app/database/values.server.ts";
import { getMoneyOfWorkspaces } from "#app/services/money/get-money-of-workspaces.server.ts";
import { listOverviewDays } from "#app/services/overview/get-overview.server.ts";
import {
  expiringCount,
  problemCounts,
  toCheckCount,
} from "#app/services/submissions/count-submissions.server.ts";
import type { OwnMembership } from "#app/services/workspaces/memberships.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

/** What a workspace has to check, and how much of it expires within a day. */
type OpenWork = { toCheck: number; expiring: number };

/** The open work of several workspaces, with one statement. */
export const countOpenWork = (workspaceIds: readonly string[]): Promise<Map<string, OpenWork>> =>
  countEach(workspaceIds, (id) => ({ toCheck: toCheckCount(id), expiring: expiringCount(id) }));

async function countEach<Name extends string>(
  workspaceIds: readonly string[],
  toValues: (workspaceId: string) => Record<Name, Value<number>>,
): Promise<Map<string, Record<Name, number>>> {
  const each = workspaceIds.map((id) => [id, Object.entries<Value<number>>(toValues(id))] as const);
  const values = each.flatMap(([id, own]) => own.map(([name, value]) => [`${name} ${id}`, value] as const));
  const counts = values.length === 0 ? {} : await retryRead(() => readValues(Object.fromEntries(values)));
  return new Map(
    each.map(([id, own]) => [
      id,
      Object.fromEntries(own.map(([name]) => [name, counts[`${name} ${id}`] ?? 0])) as Record<Name, number>,
    ]),
  );
}

/** At most as many have their figures on a page. */
const PAGE_SIZE = 50;

/**
 * The workspaces of a member with their open work and problems, what expires soon first, and what the
 * claims and ads of the last 28 days came to where the role and the plan show it.
 */
export async function listClients(memberships: readonly OwnMembership[], asked: number, now = new Date()) {
  const counts = await countEach(
    memberships.map(({ workspace }) => workspace.id),
    (id) => ({ toCheck: toCheckCount(id), expiring: expiringCount(id), ...problemCounts(id) }),
  );
  const all = memberships
    .map((membership) => {
      const {
        toCheck = 0,
        expiring = 0,
        settled = 0,
        underWay = 0,
      } = counts.get(membership.workspace.id) ?? {};
      return { ...membership, toCheck, expiring, problems: settled + underWay };
    })
    .toSorted((one, other) => other.expiring - one.expiring || other.toCheck - one.toCheck);
  const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE));
  const page = Math.min(asked, pages);
  const shown = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const money = await getMoneyOfWorkspaces(
    shown
      .filter(
        ({ workspace, role }) => isAllowed(role, "stats:read") && workspace.subscriptionStatus === "active",
      )
      .map(({ workspace }) => ({ workspaceId: workspace.id, days: listOverviewDays(workspace, now) })),
  );
  return {
    clients: shown.map((client) => ({ ...client, money: money.get(client.workspace.id) ?? null })),
    pagination: { total: all.length, page, limit: PAGE_SIZE, pages },
  };
}
