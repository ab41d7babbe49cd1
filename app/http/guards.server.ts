import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import { findSignedIn, type SignedIn } from "#app/services/accounts/sessions.server.ts";
import { readCookies } from "./request.server.ts";
import { sessionCookie } from "./session-cookie.server.ts";

/** Who is signed in with this browser, or null. */
export async function getSignedIn(request: Request): Promise<SignedIn | null> {
  const token = readCookies(request.headers.get("cookie")).get(sessionCookie.name);
  return token ? findSignedIn({ token }) : null;
}

/**
 * The user it returns is the proof of the check.
 * @throws {Response} a redirect to /login, and back afterwards
 */
export async function requireUser(request: Request): Promise<SignedIn> {
  const { pathname, search } = new URL(request.url);
  const signedIn = await getSignedIn(request);
  if (!signedIn) {
    const hadSession = readCookies(request.headers.get("cookie")).has(sessionCookie.name);
    const headers = new Headers();
    if (hadSession) headers.append("Set-Cookie", sessionCookie.clear());
    const returnTo = request.method === "GET" ? `${pathname.replace(/\.data$/, "")}${search}` : null;
    throw redirect(
      paths.login({
        ...(hadSession ? { session: "expired" } : {}),
        ...(returnTo ? { returnTo } : {}),
      }),
      { headers },
    );
  }
  return signedIn;
}
