import { z } from "zod";
import { del, endpoint, get } from "#app/http/api/endpoint.server.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { presentSession } from "#app/presenters/session.ts";
import { SessionResponse } from "#app/schemas/sessions.ts";
import { endOtherSessions, listSessions } from "#app/services/auth/sessions/list-sessions.server.ts";

const path = "/api/user/sessions";

const handle = endpoint(
  get({
    path,
    summary: "The signed-in devices, the last used first",
    description: "Each sign-in is a session, by browser or by program.",
    auth: "user",
    response: z.object({ sessions: z.array(SessionResponse) }),
    run: async ({ user, session }) => ({
      sessions: (await listSessions(user.id)).map((each) => presentSession(each, session?.sessionId ?? null)),
    }),
  }),
  del({
    path,
    summary: "Sign out all devices but the one that asks",
    description: "Their tokens are refused from then on.",
    auth: "user",
    status: 204,
    run: async ({ session }) => {
      if (!session) throw new Forbidden("scope_missing", "This call is closed to API keys.");
      await endOtherSessions(session);
    },
  }),
);

export const loader = handle;
export const action = handle;
