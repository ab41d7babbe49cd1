import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { MessageResponse } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { deactivateOwnAccount } from "#app/services/accounts/deactivate-account.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/deactivate",
    summary: "Close the account: its data stays, nobody signs in to it",
    description:
      "Every session of the account ends, this one too. An administrator can activate the account again.",
    auth: "user",
    endsSession: true,
    response: MessageResponse,
    errors: { 409: ["last_superadmin", "last_owner"] },
    run: async ({ user }) => {
      await deactivateOwnAccount(user.id);
      return { message: messages.auth.accountDeactivated };
    },
  }),
);

export const loader = handle;
export const action = handle;
