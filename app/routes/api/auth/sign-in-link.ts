import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import { addressKey } from "#app/lib/rate-limiter.server.ts";
import { EmailInput, MessageResponse } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { requestSignInLink } from "#app/services/auth/sign-in/sign-in-links.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/sign-in-link",
    summary: "Request a link that signs in on the page /login/email. Over the limit the last one works on",
    description:
      "The response is the same whether or not an account has the address. The link works once, for 15 minutes, and still asks for a second step where that is on. A newer link does not end an older one.",
    auth: "public",
    body: EmailInput,
    example: { email: "iria@example.com" },
    response: MessageResponse,
    limits: ({ clientAddress }) => [mailLimits.byAddress(addressKey(clientAddress))],
    run: async ({ body }) => {
      await requestSignInLink(body.email);
      return { message: messages.auth.signInLinkSent };
    },
  }),
);

export const loader = handle;
export const action = handle;
