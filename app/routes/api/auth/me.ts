import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { MeResponse } from "#app/schemas/accounts.ts";

const handle = endpoint(
  get({
    path: "/api/auth/me",
    summary: "Who is signed in",
    description: "The preferences are those of the workspace that the call is made in.",
    auth: "user",
    response: MeResponse,
    run: async ({ user, workspace }) => ({ user: presentUser(user, workspace) }),
  }),
);

export const loader = handle;
export const action = handle;
