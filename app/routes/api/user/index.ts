import { del, endpoint } from "#app/http/api/endpoint.server.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";

const handle = endpoint(
  del({
    path: "/api/user",
    summary: "Delete the account and everything it owns",
    auth: "user",
    needsRecentAuthentication: true,
    status: 204,
    errors: { 409: ["last_superadmin"] },
    run: ({ user }) => deleteAccount(user.id),
  }),
);

export const loader = handle;
export const action = handle;
