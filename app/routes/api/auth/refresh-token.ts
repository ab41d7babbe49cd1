import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { Unauthenticated } from "#app/lib/errors.ts";
import { TokenResponse } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { issueAccessToken } from "#app/services/auth/credentials/access-tokens.server.ts";
import { renewSession } from "#app/services/auth/sessions/renew-session.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/refresh-token",
    summary: "Another token of the same session",
    description:
      "The token before stays valid until it expires. A browser's session in its cookie has no token and is refused.",
    auth: "user",
    response: TokenResponse,
    run: async ({ user, session, request }) => {
      // A browser's session stays in its cookie: its scripts are given no token.
      if (!session || request.header("authorization") === null) throw new Unauthenticated();
      if (!(await renewSession(session.sessionId))) throw new Unauthenticated(messages.auth.sessionExpired);
      return { token: await issueAccessToken({ sessionId: session.sessionId, userId: user.id }) };
    },
  }),
);

export const loader = handle;
export const action = handle;
