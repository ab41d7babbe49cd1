import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { ADMIN_ROLES } from "#app/lib/domain.ts";
import { AdminStatisticsQuery, AdminStatisticsResponse } from "#app/schemas/admin.ts";
import { getUserStatistics } from "#app/services/admin/user-statistics.server.ts";

const handle = endpoint(
  get({
    path: "/api/admin/users/stats",
    summary: "Users, registrations and plans sold in a period; for administrators",
    description:
      "The period ends today, in the time zone of the administrator's workspace. What was sold is what administrators granted by hand.",
    auth: "user",
    roles: ADMIN_ROLES,
    query: AdminStatisticsQuery,
    response: AdminStatisticsResponse,
    errors: { 404: ["not_found"] },
    run: ({ query, workspace }) => getUserStatistics({ period: query.period, timeZone: workspace.timeZone }),
  }),
);

export const loader = handle;
export const action = handle;
