import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { ADMIN_ROLES } from "#app/lib/domain.ts";
import { presentAdminUser } from "#app/presenters/admin.ts";
import { AdminUsersQuery, AdminUsersResponse } from "#app/schemas/admin.ts";
import { listUsers } from "#app/services/admin/list-users.server.ts";

const handle = endpoint(
  get({
    path: "/api/admin/users",
    summary: "The users, the newest first; for administrators",
    description: "Filters narrow the list; a page past the last is empty.",
    auth: "user",
    roles: ADMIN_ROLES,
    query: AdminUsersQuery,
    response: AdminUsersResponse,
    errors: { 404: ["not_found"] },
    run: async ({ query }) => {
      const { users, pagination } = await listUsers(query);
      return { users: users.map(presentAdminUser), pagination };
    },
  }),
);

export const loader = handle;
export const action = handle;
