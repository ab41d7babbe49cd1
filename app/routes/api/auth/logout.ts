import { endpoint, post } from "#app/http/api/endpoint.server.ts";
import { endSession } from "#app/services/auth/sessions/sessions.server.ts";

const handle = endpoint(
  post({
    path: "/api/auth/logout",
    summary: "Sign out: the session ends, and with it every token of it",
    description: "Other devices stay signed in.",
    auth: "user",
    endsSession: true,
    status: 204,
    run: async ({ session }) => {
      if (session) await endSession(session.sessionId);
    },
  }),
);

export const loader = handle;
export const action = handle;
