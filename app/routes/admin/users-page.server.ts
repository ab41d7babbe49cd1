import { redirect } from "@remix-run/node";
import { toErrorResponse } from "#app/http/error-responses.server.ts";
import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { paths } from "#app/paths.ts";
import { presentAdminUser } from "#app/presenters/admin.ts";
import { type AdminPeriod, AdminUsersQuery } from "#app/schemas/admin.ts";
import { listUsers } from "#app/services/admin/list-users.server.ts";
import { findObjection } from "#app/services/admin/may-manage.server.ts";
import { getUserStatistics } from "#app/services/admin/user-statistics.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";

const PERIOD: AdminPeriod = "28days";

const LABELS = { page: "Page", limit: "Users per page", search: "Search", role: "Role", status: "Status" };

/**
 * The list of users with the figures above it.
 * @throws {Response} a redirect back from a page beyond the last
 */
export async function loadUsersPage(admin: Member, request: Request, requestId: string) {
  const { valid, ignored } = validFilters(AdminUsersQuery, LABELS, new URL(request.url).searchParams);
  const { page, limit, ...filters } = AdminUsersQuery.parse(valid);
  const { timeZone } = admin.workspace;
  const [{ users, pagination }, statistics] = await Promise.all([
    listUsers({ page, limit, ...filters }),
    // The list is shown without the figures.
    getUserStatistics({ period: PERIOD, timeZone }).catch((error: unknown) => {
      toErrorResponse(error, requestId);
      return null;
    }),
  ]);
  const query = {
    search: filters.search ?? null,
    role: filters.role ?? null,
    status: filters.status ?? null,
  };
  // The last user of the page was deleted.
  if (page > pagination.totalPages)
    throw redirect(paths.adminUsers({ ...query, page: pagination.totalPages }));
  return {
    filters,
    ignored,
    /** The list as it is, to come back to. */
    query: { ...query, page: page > 1 ? page : null },
    users: users.map((listed) => ({
      ...presentAdminUser(listed),
      objection: findObjection(admin.user, listed.user)?.message ?? null,
    })),
    pagination,
    period: PERIOD,
    statistics,
    canChangeRole: admin.user.role === "superadmin",
    now: new Date().toISOString(),
    timeZone,
  };
}
