import { z } from "zod";
import { SESSION_MAX_MS } from "#app/services/auth/sessions/renew-session.server.ts";
import { createSignedCookie, isHttps } from "./signed-cookie.server.ts";

/**
 * The token that names a session row. The row says when the session ends; the cookie outlives every renewal.
 * Browsers refuse the `__Host-` prefix without `Secure`, and drop `Secure` cookies over plain http.
 */
export const sessionCookie = createSignedCookie(
  isHttps ? "__Host-attesto_session" : "attesto_session",
  z.string().min(1),
  { maxAge: SESSION_MAX_MS / 1000 },
);
