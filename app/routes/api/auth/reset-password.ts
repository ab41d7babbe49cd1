import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { MessageResponse, ResetInput } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { resetPassword } from "#app/services/auth/registration/password-reset.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/reset-password",
    summary: "Set a new password by the link of a mail; every session of the account ends",
    description: "The token is the one in the link of POST /api/auth/forgot-password. It works once.",
    auth: "public",
    body: ResetInput,
    example: { token: "yGkNwq7pQb3xVd5sL2mT9rZc4aJ8eHf6uKoYi1nXj0E", password: "verify what is true" },
    joinErrors: true,
    response: MessageResponse,
    run: async ({ body }) => {
      await resetPassword(body);
      return { message: messages.auth.passwordReset };
    },
  }),
);

export const loader = handle;
export const action = handle;
