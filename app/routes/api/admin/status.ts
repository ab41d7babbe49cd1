import { endpoint, patch } from "#app/http/api/endpoint.server.ts";
import { ADMIN_ROLES } from "#app/lib/domain.ts";
import { presentAdminUser } from "#app/presenters/admin.ts";
import { AdminUserChanged, StatusInput } from "#app/schemas/admin.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { getUser } from "#app/services/admin/list-users.server.ts";
import { changeUserStatus } from "#app/services/admin/manage-users.server.ts";

const handle = endpoint(
  patch({
    path: "/api/admin/users/{id}/status",
    summary: "Activate or deactivate a user; only a superadmin changes administrators",
    description:
      "A deactivated user is signed out everywhere and cannot sign in again until activated. Nobody deactivates themselves. The change is written to the audit log.",
    auth: "user",
    roles: ADMIN_ROLES,
    params: idParams("user"),
    body: StatusInput,
    example: { isActive: false },
    response: AdminUserChanged,
    errors: { 403: ["own_account"], 404: ["not_found"] },
    run: async ({ user, params, body, request }) => {
      const actor = { user, ip: request.clientAddress || null };
      await changeUserStatus({ actor, userId: params.id, ...body });
      return { user: presentAdminUser(await getUser(params.id)) };
    },
  }),
);

export const loader = handle;
export const action = handle;
