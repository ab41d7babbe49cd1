import { redirect } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { countForAccount } from "#app/http/limits/page-limits.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { getContext } from "#app/http/request-context.server.ts";
import { ADMIN_ROLES, USER_ROLES, type UserRole } from "#app/lib/domain.ts";
import { Unavailable } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import type { Actor } from "#app/services/audit-log/audit-log.server.ts";
import { asMember, type Member } from "#app/services/auth/sessions/member.server.ts";
import {
  findSession,
  isRecentlyAuthenticated,
  type SignedInAccount,
} from "#app/services/auth/sessions/sessions.server.ts";
import { recordSupportChange } from "#app/services/auth/sessions/support-access.server.ts";
import { isAllowed, type WorkspaceAction } from "#app/services/workspaces/policy.ts";
import { redirectToDashboard } from "./redirect-origin.server.ts";

/** In place of a guard and its member: whoever asks, signed in or not. */
export const anyone = "anyone";
export type Anyone = typeof anyone;

/** Lets a page's request through and says who asks, or throws what answers it. */
export type Guard<Who extends Member | Anyone = Member | Anyone> = (request: Request) => Promise<Who>;

const sessions = new WeakMap<LoadContext, Promise<SignedInAccount | null>>();

/**
 * Who is signed in with this browser, or null. The loaders of one page share the answer. An action reads its
 * own, because it may change the session that the loaders after it read.
 */
export function getSession(request: Request): Promise<SignedInAccount | null> {
  if (request.method !== "GET") return readSession(request);
  const context = getContext();
  const session = sessions.get(context) ?? readSession(request);
  sessions.set(context, session);
  return session;
}

async function readSession(request: Request): Promise<SignedInAccount | null> {
  const token = await sessionCookie.parse(request.headers.get("cookie"));
  return token ? findSession({ token }) : null;
}

const hasSessionCookie = (request: Request) => sessionCookie.isIn(request.headers.get("cookie"));

/**
 * Whether a public page offers the dashboard. While the database is away, a session cookie is enough, and the
 * dashboard shows the error.
 */
export async function hasSession(request: Request): Promise<boolean> {
  if (!hasSessionCookie(request)) return false;
  try {
    return (await getSession(request)) !== null;
  } catch (error) {
    if (error instanceof Unavailable) return true;
    throw error;
  }
}

type Requirements = {
  /** The roles that are allowed; every known role if missing. */
  roles?: readonly UserRole[];
  /** Whether the page looks missing to other roles. */
  isHidden?: boolean;
  /** Whether the workspace needs an active subscription. */
  needsSubscription?: boolean;
  /** The action that the role must allow. */
  action?: WorkspaceAction;
};

/**
 * Checks in the specification's order: signed out → /login, role refused → a missing page (hidden routes, as
 * administration is) or /unauthorized, no active subscription → /pricing, not for the role in the workspace →
 * /unauthorized. Counts the request for its account, and records what an administrator changes with support
 * access.
 * @throws {Response} the redirect; to /login with the way back
 * @throws {RateLimited} 429 when the account asked for too many pages
 */
const guard =
  ({
    roles = USER_ROLES,
    isHidden = false,
    needsSubscription = false,
    action,
  }: Requirements): Guard<Member> =>
  async (request) => {
    const signedIn = await getSession(request);
    if (!signedIn) throw await redirectToLogin(request);
    await countForAccount(signedIn.user.id);
    if (!roles.includes(signedIn.user.role))
      throw redirect(isHidden ? paths.notFound() : paths.unauthorized());
    if (needsSubscription && signedIn.workspace.subscriptionStatus !== "active")
      throw redirect(paths.pricing());
    if (action) assertAllowed(signedIn, action);
    if (signedIn.supportAccess && request.method === "POST" && !isBeside(request))
      await recordSupportChange({
        actor: toActor(signedIn),
        accessId: signedIn.supportAccess.id,
        request,
      });
    return asMember(signedIn);
  };

export const requireUser = guard({});

/** For pages and actions that not every role in a workspace may use. */
export const requireMember = (
  action: WorkspaceAction,
  requirements?: Pick<Requirements, "needsSubscription">,
): Guard<Member> => guard({ ...requirements, action });

/** For the pages of administration. */
export const requireAdmin = guard({ roles: ADMIN_ROLES, isHidden: true });

/**
 * For what needs a password or provider sign-in of the last 15 minutes, and then the action.
 * @param returnTo where to come back to, else to the same address
 */
export const requireRecentAuthentication =
  ({ action, returnTo }: { action?: WorkspaceAction; returnTo?: string } = {}): Guard<Member> =>
  async (request) => {
    const member = await requireUser(request);
    assertRecentlyAuthenticated(member, request, returnTo);
    if (action) assertAllowed(member, action);
    return member;
  };

/** For pages that are closed to who is signed in. @throws {Response} a redirect to the dashboard */
export const requireSignedOut: Guard<Anyone> = async (request) => {
  if (await getSession(request)) throw await redirectToDashboard(request);
  return anyone;
};

/** @throws {Response} a redirect to /unauthorized */
export function assertAllowed({ role }: Pick<SignedInAccount, "role">, action: WorkspaceAction): void {
  if (!isAllowed(role, action)) throw redirect(paths.unauthorized(), 303);
}

/** @throws {Response} a redirect to the page that asks for the password, and back afterwards */
export function assertRecentlyAuthenticated(
  member: Member,
  request: Request,
  returnTo = wayBack(request),
): void {
  if (!isRecentlyAuthenticated(member)) throw redirect(paths.reauthenticate({ returnTo }), 303);
}

/** The actor for the audit log. Only inside `page()`, which provides the IP address. */
export const toActor = ({ user }: Pick<SignedInAccount, "user">): Actor => ({
  user,
  ip: getContext().clientAddress || null,
});

async function redirectToLogin(request: Request): Promise<Response> {
  const hasCookie = hasSessionCookie(request);
  const isPost = request.method === "POST";
  const headers = new Headers();
  if (hasCookie) headers.append("Set-Cookie", await sessionCookie.clear());
  // A form opened while signed in posts to its own page, even if another tab has signed out.
  const hadSession = hasCookie || isPost;
  return redirect(
    paths.login({ ...(hadSession ? { session: "expired" } : {}), returnTo: wayBack(request) }),
    { status: isPost ? 303 : 302, headers },
  );
}

function wayBack(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** Matched by the router itself, which reads `/%61dmin` and `/ADMIN` as `/admin`. */
const isBelow = (request: Request, path: string) =>
  matchRoutes([{ path }], new URL(request.url).pathname) !== null;

/** Whether a request works outside the workspace of a support access: in administration, or to leave it. */
const isBeside = (request: Request) => isBelow(request, "/admin/*") || isBelow(request, paths.supportNote());
