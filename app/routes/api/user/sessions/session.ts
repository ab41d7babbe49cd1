import { del, endpoint } from "#app/http/api/endpoint.server.ts";
import { IdParams } from "#app/schemas/shared/params.ts";
import { endOwnSession } from "#app/services/auth/sessions/list-sessions.server.ts";

const handle = endpoint(
  del({
    path: "/api/user/sessions/{id}",
    summary: "Sign out one device",
    auth: "user",
    params: IdParams,
    status: 204,
    errors: { 404: ["not_found"] },
    run: ({ user, params }) => endOwnSession({ userId: user.id, sessionId: params.id }),
  }),
);

export const loader = handle;
export const action = handle;
