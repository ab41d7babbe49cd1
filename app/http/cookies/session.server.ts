import { config } from "#app/env.server.ts";
import { UNPROVEN_MAX_MS } from "#app/services/auth/sessions/renew-session.server.ts";

export const isHttps = config.publicUrl.startsWith("https:");

// Over plain http browsers without script drop Secure cookies, and the __Host- prefix asks for Secure.
const name = isHttps ? "__Host-attesto_session" : "attesto_session";
const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** The browser's session cookie: an opaque token that names a session row. The row says when it ends; the cookie outlives every renewal. */
export const sessionCookie = {
  name,
  issue: (token: string) => `${name}=${token}; ${attributes}; Max-Age=${UNPROVEN_MAX_MS / 1000}`,
  clear: () => `${name}=; ${attributes}; Max-Age=0`,
};
