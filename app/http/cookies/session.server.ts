import { z } from "zod";
import { SESSION_MAX_MS } from "#app/services/auth/sessions/renew-session.server.ts";
import { createSignedCookie } from "./signed-cookie.server.ts";

/** The token that names a session row. The row says when the session ends, so the cookie lasts longer. */
export const sessionCookie = createSignedCookie("attesto_session", z.string().min(1), {
  maxAge: SESSION_MAX_MS / 1000,
});
