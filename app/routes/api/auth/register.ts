import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { mailLimits } from "#app/http/limits/limits.server.ts";
import { addressKey } from "#app/lib/rate-limiter.server.ts";
import { presentUser } from "#app/presenters/user.ts";
import { RegisterInput, RegisterResponse } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { registerAccount } from "#app/services/auth/registration/register-account.server.ts";
import { registerInvited } from "#app/services/team/accept-invitation.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/register",
    summary: "Register an account. A known address gets the same response, and its owner an email",
    description:
      "The account can sign in once the link in the email was used. The response never says whether the address is known. A username that is taken is a 409.",
    auth: "public",
    body: RegisterInput,
    example: {
      name: "Iria Vázquez",
      username: "iria",
      email: "iria@example.com",
      password: "verify what is true",
    },
    response: RegisterResponse,
    status: 201,
    errors: {
      400: ["invalid_link"],
      403: ["invitation_not_yours"],
      409: ["username_taken", "already_registered"],
    },
    limits: ({ clientAddress }) => [mailLimits.byAddress(addressKey(clientAddress))],
    bodyLimits: ({ email }) => [mailLimits.byEmail(email)],
    run: async ({ body }) => {
      const { invitation: token } = body;
      if (token !== undefined) {
        const { user, workspace, joined } = await registerInvited({ token, input: body });
        const message = `${messages.team.accepted} of ${joined.name}`;
        return { user: presentUser(user, workspace), message };
      }
      const { user, workspace } = await registerAccount(body);
      return { user: presentUser(user, workspace), message: messages.auth.registered };
    },
  }),
);

export const loader = handle;
export const action = handle;
