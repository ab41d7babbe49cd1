import { del, endpoint } from "#app/http/api/endpoint.server.ts";
import { deleteAccount } from "#app/services/accounts/delete-account.server.ts";

const handle = endpoint(
  del({
    path: "/api/user",
    summary: "Delete the account and the workspaces in which it is alone",
    description:
      "Where others depend on the account it is a 409: as the last owner of a workspace with members, transfer it first. The call asks for a recent password and signs out.",
    auth: "user",
    needsRecentAuthentication: true,
    endsSession: true,
    status: 204,
    errors: { 409: ["last_superadmin", "last_owner"] },
    run: ({ user }) => deleteAccount({ userId: user.id }),
  }),
);

export const loader = handle;
export const action = handle;
