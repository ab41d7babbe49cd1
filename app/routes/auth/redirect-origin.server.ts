import { redirect } from "@remix-run/node";
import { isHttps } from "#app/http/cookies/session.server.ts";
import { readCookies } from "#app/http/forms/read-body.server.ts";
import { paths } from "#app/paths.ts";

const NAME = "attesto_from";
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** The pages that are closed to who is signed in. */
const CLOSED = new Set([
  paths.landing(),
  paths.login(),
  paths.signup(),
  paths.forgotPassword(),
  paths.resetPassword(),
]);

/** Sends who is signed in on to the dashboard. A redirect carries no history state: a cookie takes it there for one page. */
export function redirectToDashboard(request: Request): Response {
  const { pathname } = new URL(request.url);
  const from = CLOSED.has(pathname) ? pathname : paths.landing();
  return redirect(paths.overview(), {
    headers: { "Set-Cookie": `${NAME}=${encodeURIComponent(from)}; ${ATTRIBUTES}; Max-Age=60` },
  });
}

/** The page that sent its reader here, and the header that forgets it. */
export function readRedirectOrigin(request: Request): { from: string | null; headers: HeadersInit } {
  const cookie = readCookies(request.headers.get("cookie")).get(NAME);
  if (cookie === undefined) return { from: null, headers: {} };
  const from = [...CLOSED].find((path) => encodeURIComponent(path) === cookie) ?? null;
  return { from, headers: { "Set-Cookie": `${NAME}=; ${ATTRIBUTES}; Max-Age=0` } };
}
