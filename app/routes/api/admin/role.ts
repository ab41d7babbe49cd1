import { endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { ADMIN_ROLES } from "#app/lib/domain.ts";
import { presentAdminUser } from "#app/presenters/admin.ts";
import { AdminUserChanged, RoleInput } from "#app/schemas/admin.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { getUser } from "#app/services/admin/list-users.server.ts";
import { changeUserRole } from "#app/services/admin/manage-users.server.ts";

const handle = endpoint(
  patch({
    path: "/api/admin/users/{id}/role",
    summary: "Give a user another role; only a superadmin changes administrators or makes one",
    description:
      "Roles are those of the site: user, admin or superadmin. Nobody changes their own, and the last superadmin stays one. The change is written to the audit log.",
    auth: "user",
    roles: ADMIN_ROLES,
    params: idParams("user"),
    body: RoleInput,
    example: { role: "admin" },
    response: AdminUserChanged,
    errors: { 403: ["own_account"], 404: ["not_found"] },
    run: async ({ user, params, body, request }) => {
      const actor = { user, ip: request.clientAddress || null };
      await changeUserRole({ actor, userId: params.id, ...body });
      return { user: presentAdminUser(await getUser(params.id)) };
    },
  }),
);

export const loader = handle;
export const action = handle;
