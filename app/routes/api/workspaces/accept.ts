import { z } from "zod";
import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { AcceptInput } from "#app/schemas/team.ts";
import { acceptInvitation } from "#app/services/team/accept-invitation.server.ts";

const handle = endpoint(
  post({
    path: "/api/workspaces/accept-invitation",
    summary: "Join a workspace by the token of an invitation to one's own email",
    description: "The token is the one in the link of the invitation, which works for its email only.",
    auth: "user",
    body: AcceptInput,
    example: { token: "yGkNwq7pQb3xVd5sL2mT9rZc4aJ8eHf6uKoYi1nXj0E" },
    response: z.object({ workspace: z.object({ id: z.string(), name: z.string() }) }),
    errors: { 400: ["invalid_link"], 403: ["invitation_not_yours"] },
    run: async ({ user, body }) => {
      const { id, name } = await acceptInvitation({ ref: body, user });
      return { workspace: { id, name } };
    },
  }),
);

export const loader = handle;
export const action = handle;
