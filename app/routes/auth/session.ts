import { type ActionFunctionArgs, json, redirect } from "@remix-run/node";
import { getSession } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { Unauthenticated } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { renewSession } from "#app/services/auth/sessions/renew-session.server.ts";

/** The remaining time, not the moment of the end: the browser's clock may be wrong. */
export type SessionResponse = { endsInMs: number };

export function loader() {
  return redirect(paths.landing());
}

/** Asked by the dashboard's script on load and every few minutes: does the session hold, and till when. Near its end this renews it. */
export const action = page(async ({ request }: ActionFunctionArgs) => {
  const signedIn = await getSession(request);
  const expiresAt = signedIn && (await renewSession(signedIn.sessionId));
  if (!expiresAt) throw new Unauthenticated(messages.auth.sessionExpired);
  const answer: SessionResponse = { endsInMs: expiresAt.getTime() - Date.now() };
  return json(answer, { headers: { "Cache-Control": "no-store" } });
});
