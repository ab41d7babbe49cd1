import { z } from "zod";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { UserResponse } from "#app/schemas/accounts.ts";

const handle = endpoint(
  get({
    path: "/api/user/profile",
    summary: "One's own account",
    description: "The preferences are those of the workspace that the call is made in.",
    auth: "user",
    response: z.object({ user: UserResponse }),
    run: async ({ user, workspace }) => ({ user: presentUser(user, workspace) }),
  }),
);

export const loader = handle;
export const action = handle;
