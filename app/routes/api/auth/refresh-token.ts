import { endpoint, post } from "#app/http/endpoint.server.ts";
import { Unauthenticated } from "#app/lib/errors.ts";
import { TokenAnswer } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages.ts";
import { renewSession } from "#app/services/accounts/renew-session.server.ts";
import { issueSignInToken } from "#app/services/accounts/sign-in-tokens.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/refresh-token",
    summary: "Another token of the same session",
    auth: "user",
    answer: TokenAnswer,
    run: async ({ user, session, request }) => {
      // A browser's session stays in its cookie: its scripts are given no token.
      if (!session || request.header("authorization") === null) throw new Unauthenticated();
      if (!(await renewSession(session.sessionId))) throw new Unauthenticated(messages.auth.sessionExpired);
      return { token: await issueSignInToken({ sessionId: session.sessionId, userId: user.id }) };
    },
  }),
);

export const loader = handle;
export const action = handle;
