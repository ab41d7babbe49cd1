import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import { addressKey } from "#app/lib/rate-limiter.server.ts";
import { EmailInput, MessageResponse } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { resendVerification } from "#app/services/auth/registration/verify-email.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/resend-verification",
    summary: "Ask for the link that verifies an address once more",
    description:
      "The response is the same whether or not such an account waits for its link. The link works once, for 24 hours.",
    auth: "public",
    body: EmailInput,
    example: { email: "iria@example.com" },
    response: MessageResponse,
    limits: ({ clientAddress }) => [mailLimits.byAddress(addressKey(clientAddress))],
    bodyLimits: ({ email }) => [mailLimits.byEmail(email)],
    run: async ({ body }) => {
      await resendVerification(body.email);
      return { message: messages.auth.verificationSent };
    },
  }),
);

export const loader = handle;
export const action = handle;
