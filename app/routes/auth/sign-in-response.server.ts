import { redirect } from "@remix-run/node";
import { getSession } from "#app/http/auth/guards.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { themeCookie } from "#app/http/cookies/theme.server.ts";
import { newVisitorId, visitorCookie } from "#app/http/cookies/visitor.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { readDevice } from "#app/http/request-device.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { paths } from "#app/paths.ts";
import { presentUser } from "#app/presenters/user.ts";
import { issueAccessToken } from "#app/services/auth/credentials/access-tokens.server.ts";
import type { CreatedSession } from "#app/services/auth/sign-in/complete-sign-in.server.ts";
import type { SignInResult } from "#app/services/auth/sign-in/sign-in.server.ts";
import { getDefaultWorkspace } from "#app/services/workspaces/memberships.server.ts";
import { twoFactorCookie } from "./two-factor-cookie.server.ts";

/**
 * The browser that signs in. A browser without a visitor cookie gets an id, so that the account knows it
 * next time.
 */
export async function readSignInOrigin(
  request: Request,
  { clientAddress }: Pick<LoadContext, "clientAddress">,
) {
  const device = await readDevice((name) => request.headers.get(name), clientAddress);
  const cookieId = device.cookieId ?? newVisitorId();
  return {
    device: { ...device, cookieId, deviceId: device.deviceId ?? cookieId },
    previousSessionId: (await getSession(request))?.sessionId ?? null,
  };
}

type BrowserSignIn = {
  request: Request;
  origin: Awaited<ReturnType<typeof readSignInOrigin>>;
  result: SignInResult;
  /** Where to go; without it, where the request's `returnTo` says. */
  to?: string;
};

/** Redirects a page or a provider's callback: signed in, or to the page that asks for the second factor. */
export async function respondToSignIn({ request, origin, result, to }: BrowserSignIn): Promise<Response> {
  const returnTo = to ?? new URL(request.url).searchParams.get("returnTo");
  const headers = new Headers();
  if (result.kind === "second-factor") {
    const { token, authenticatedAt, link } = result;
    const pending = { token, authenticatedAt: authenticatedAt.getTime(), link };
    headers.append("Set-Cookie", await twoFactorCookie.serialize(pending));
    const next = returnTo ? { returnTo: safeRedirect(returnTo, paths.overview()) } : {};
    return redirect(paths.secondStep(next), { status: 303, headers });
  }
  headers.append("Set-Cookie", await sessionCookie.serialize(result.token));
  headers.append("Set-Cookie", await themeCookie.serialize(result.user.theme));
  headers.append("Set-Cookie", await visitorCookie.serialize(origin.device.cookieId));
  return redirect(safeRedirect(returnTo, paths.overview()), { status: 303, headers });
}

/** What /api responds with once somebody is signed in. */
export async function presentSession({ user, sessionId }: CreatedSession) {
  return {
    token: await issueAccessToken({ sessionId, userId: user.id }),
    user: presentUser(user, await getDefaultWorkspace(user.id)),
  };
}

/** What /api responds with after the first factor. */
export async function presentSignIn(result: SignInResult) {
  return result.kind === "session"
    ? presentSession(result)
    : { secondStepRequired: true as const, secondStepToken: result.token };
}
