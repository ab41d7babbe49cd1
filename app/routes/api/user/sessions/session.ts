import { del, endpoint } from "#app/http/api/endpoint.server.ts";
import { idParams } from "#app/schemas/shared/params.ts";
import { endOwnSession } from "#app/services/auth/sessions/list-sessions.server.ts";

const handle = endpoint(
  del({
    path: "/api/user/sessions/{id}",
    summary: "Sign out one device",
    description: "Its tokens are refused from then on. One's own session may be ended too.",
    auth: "user",
    params: idParams("session"),
    status: 204,
    errors: { 404: ["not_found"] },
    run: ({ user, params }) => endOwnSession({ userId: user.id, sessionId: params.id }),
  }),
);

export const loader = handle;
export const action = handle;
