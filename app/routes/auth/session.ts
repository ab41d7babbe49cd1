import { json, redirect } from "@remix-run/node";
import { anyone, getSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { Unauthenticated } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { renewSession } from "#app/services/auth/sessions/renew-session.server.ts";

/** A duration, because the browser's clock may be wrong. */
export type SessionEnd = { endsInMs: number };

export function loader() {
  return redirect(paths.landing());
}

/** The dashboard's script asks on load and every few minutes. Near its end the session is renewed. */
export const action = page(anyone, async ({ request }) => {
  const signedIn = await getSession(request);
  const expiresAt = signedIn && (await renewSession(signedIn.sessionId));
  if (!expiresAt) throw new Unauthenticated(messages.auth.sessionExpired);
  const response: SessionEnd = { endsInMs: expiresAt.getTime() - Date.now() };
  return json(response, { headers: { "Cache-Control": "no-store" } });
});
