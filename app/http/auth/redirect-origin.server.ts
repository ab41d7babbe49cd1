import { redirect } from "@remix-run/node";
import { z } from "zod";
import { createSignedCookie } from "#app/http/cookies/signed-cookie.server.ts";
import { paths } from "#app/paths.ts";

/** The pages that are closed to who is signed in. */
const CLOSED = new Set([
  paths.landing(),
  paths.login(),
  paths.signup(),
  paths.forgotPassword(),
  paths.resetPassword(),
]);

const cookie = createSignedCookie("attesto_from", z.string().min(1), { maxAge: 60 });

/** Redirects to the dashboard. A redirect carries no history state, so a cookie names the page before. */
export async function redirectToDashboard(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const from = CLOSED.has(pathname) ? pathname : paths.landing();
  return redirect(paths.overview(), { headers: { "Set-Cookie": await cookie.serialize(from) } });
}

/** The page that redirected here, and the header that deletes the cookie. */
export async function readRedirectOrigin(
  request: Request,
): Promise<{ from: string | null; headers: HeadersInit }> {
  const header = request.headers.get("cookie");
  return {
    from: await cookie.parse(header),
    headers: cookie.isIn(header) ? { "Set-Cookie": await cookie.clear() } : {},
  };
}
