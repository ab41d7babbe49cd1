import { del, endpoint } from "#app/http/api/endpoint.server.ts";
import { ADMIN_ROLES } from "#app/lib/domain.ts";
import { DeletionQuery } from "#app/schemas/admin.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { deleteUser } from "#app/services/admin/manage-users.server.ts";

const handle = endpoint(
  del({
    path: "/api/admin/users/{id}",
    summary: "Delete a user with the workspaces in which the user is alone",
    description:
      "Where the user is the last owner of a workspace with other members, newOwnerId names who follows; without it the call is a 409. The deletion is written to the audit log.",
    auth: "user",
    roles: ADMIN_ROLES,
    params: idParams("user"),
    query: DeletionQuery,
    status: 204,
    errors: { 403: ["own_account"], 404: ["not_found"], 409: ["last_owner"] },
    run: ({ user, params, query, request }) =>
      deleteUser({
        actor: { user, ip: request.clientAddress || null },
        userId: params.id,
        newOwnerId: query.newOwnerId,
      }),
  }),
);

export const loader = handle;
export const action = handle;
