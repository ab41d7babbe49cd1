import { endpoint, post } from "#app/http/endpoint.server.ts";
import { addressKey, mailLimits } from "#app/http/rate-limits.server.ts";
import { EmailInput, MessageAnswer } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages.ts";
import { requestReset } from "#app/services/accounts/password-reset.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/forgot-password",
    summary: "Ask for a link that sets a new password",
    auth: "public",
    body: EmailInput,
    answer: MessageAnswer,
    limits: ({ clientAddress }) => [mailLimits.byAddress(addressKey(clientAddress))],
    bodyLimits: ({ email }) => [mailLimits.byEmail(email)],
    run: async ({ body }) => {
      await requestReset(body.email);
      return { message: messages.auth.resetSent };
    },
  }),
);

export const loader = handle;
export const action = handle;
