import { z } from "zod";
import { endpoint, get } from "#app/http/api/endpoint.server.ts";
import { MessageResponse } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { verifyEmail } from "#app/services/auth/registration/verify-email.server.ts";

const handle = endpoint(
  get({
    path: "/api/auth/verify-email",
    summary: "Use the link of a mail that verifies an address",
    description: "The token is the one in the link of the email. It works once.",
    auth: "public",
    consumesToken: true,
    query: z.object({ token: z.string().optional().describe("The one of the link in the email") }),
    response: MessageResponse,
    errors: { 400: ["invalid_link"] },
    run: async ({ query }) => {
      await verifyEmail(query.token ?? null);
      return { message: messages.auth.verified };
    },
  }),
);

export const loader = handle;
export const action = handle;
