import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import { addressKey } from "#app/lib/rate-limiter.server.ts";
import { EmailInput, MessageResponse } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { requestPasswordReset } from "#app/services/auth/registration/password-reset.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/forgot-password",
    summary: "Ask for a link that sets a new password",
    description:
      "The response is the same whether or not an account has the address. The link works once, for an hour.",
    auth: "public",
    body: EmailInput,
    example: { email: "iria@example.com" },
    response: MessageResponse,
    limits: ({ clientAddress }) => [mailLimits.byAddress(addressKey(clientAddress))],
    bodyLimits: ({ email }) => [mailLimits.byEmail(email)],
    run: async ({ body }) => {
      await requestPasswordReset(body.email);
      return { message: messages.auth.resetSent };
    },
  }),
);

export const loader = handle;
export const action = handle;
