import { z } from "zod";
import { endpoint, get } from "#app/http/endpoint.server.ts";
import { MessageAnswer } from "#app/schemas/accounts.ts";
import { confirmEmail } from "#app/services/accounts/verify-email.server.ts";

const handle = endpoint(
  get({
    path: "/api/auth/verify-email",
    summary: "Use the link of a mail that verifies an address",
    auth: "public",
    usesUp: true,
    query: z.object({ token: z.string().optional() }),
    answer: MessageAnswer,
    refuses: { 400: "invalid_link" },
    run: async ({ query }) => ({ message: await confirmEmail(query.token ?? null) }),
  }),
);

export const loader = handle;
export const action = handle;
