import { redirect } from "@remix-run/node";
import type { Role } from "#app/models/user.server.ts";
import { paths } from "#app/paths.ts";
import { findSignedIn, isFreshProof, type SignedIn } from "#app/services/accounts/sessions.server.ts";
import { countForAccount } from "./page-limits.server.ts";
import { readCookies } from "./request.server.ts";
import { sessionCookie } from "./session-cookie.server.ts";

/** Who is signed in with this browser, or null. */
export async function getSignedIn(request: Request): Promise<SignedIn | null> {
  const token = readCookies(request.headers.get("cookie")).get(sessionCookie.name);
  return token ? findSignedIn({ token }) : null;
}

/** Whether the browser brings a session, without asking what it is worth. */
export const hasSessionCookie = (request: Request) =>
  readCookies(request.headers.get("cookie")).has(sessionCookie.name);

type Requirements = {
  /** Who may come in; everyone who is signed in where none is named. */
  roles?: Role[];
  needsSubscription?: boolean;
};

/**
 * The order of the specification: signed out → /login, role refused → a page that is not there (admin) or /unauthorized, no active
 * subscription → /pricing. The user it returns is the proof of the check.
 * @throws {Response} the redirect; to /login with the way back
 * @throws {RateLimited} 429 when the account asked for too many pages
 */
export async function requireUser(
  request: Request,
  { roles, needsSubscription = false }: Requirements = {},
): Promise<SignedIn> {
  const { pathname, search } = new URL(request.url);
  const signedIn = await getSignedIn(request);
  if (!signedIn) {
    const hasCookie = hasSessionCookie(request);
    const isPost = request.method === "POST";
    const headers = new Headers();
    if (hasCookie) headers.append("Set-Cookie", sessionCookie.clear());
    // Who sends a form was signed in when its page was written, also where another tab has signed out since. It posts to its own page.
    const hadSession = hasCookie || isPost;
    throw redirect(
      paths.login({ ...(hadSession ? { session: "expired" } : {}), returnTo: wayBack(pathname, search) }),
      { status: isPost ? 303 : 302, headers },
    );
  }
  await countForAccount(signedIn.user.id);
  if (roles && !roles.includes(signedIn.user.role))
    throw redirect(pathname.startsWith("/admin") ? paths.notFound() : paths.unauthorized());
  if (needsSubscription && signedIn.user.subscriptionStatus !== "active") throw redirect(paths.pricing());
  return signedIn;
}

/**
 * For what asks again for the password when the last proof is older than 15 minutes.
 * @throws {Response} a redirect to the page that asks for it, and back afterwards
 */
export async function requireFreshProof(
  request: Request,
  { returnTo }: { /** Where to come back to, else to the same address. */ returnTo?: string } = {},
): Promise<SignedIn> {
  const signedIn = await requireUser(request);
  if (isFreshProof(signedIn)) return signedIn;
  const { pathname, search } = new URL(request.url);
  throw redirect(paths.reauthenticate({ returnTo: returnTo ?? wayBack(pathname, search) }), 303);
}

/** The page's own address, also where script asks for its data only. */
const wayBack = (pathname: string, search: string) => `${pathname.replace(/\.data$/, "")}${search}`;
