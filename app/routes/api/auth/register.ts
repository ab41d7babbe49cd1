import { endpoint, post } from "#app/http/endpoint.server.ts";
import { addressKey, mailLimits } from "#app/http/rate-limits.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { RegisterAnswer, RegisterInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages.ts";
import { registerAccount } from "#app/services/accounts/register-account.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/register",
    summary: "Register an account. A known address gets the same answer, and its owner a mail",
    auth: "public",
    body: RegisterInput,
    answer: RegisterAnswer,
    status: 201,
    refuses: { 409: "username_taken" },
    limits: ({ clientAddress }) => [mailLimits.byAddress(addressKey(clientAddress))],
    bodyLimits: ({ email }) => [mailLimits.byEmail(email)],
    run: async ({ body }) => ({
      user: presentUser(await registerAccount(body)),
      message: messages.auth.registered,
    }),
  }),
);

export const loader = handle;
export const action = handle;
