import { redirect } from "@remix-run/node";
import { getSession } from "#app/http/auth/guards.server.ts";
import { safeRedirect } from "#app/http/cookies/flash.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { themeCookie } from "#app/http/cookies/theme.server.ts";
import { newVisitor } from "#app/http/cookies/visitor.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { readDevice } from "#app/http/request-device.server.ts";
import type { User } from "#app/models/user.server.ts";
import { paths } from "#app/paths.ts";
import type { SessionCreated, SignInOrigin } from "#app/services/auth/sign-in/complete-sign-in.server.ts";
import type { NewLink } from "#app/services/auth/sign-in/link-identity.server.ts";
import { completeFirstFactor } from "#app/services/auth/sign-in/sign-in.server.ts";
import { verifyTwoFactorCode } from "./two-factor.server.ts";
import { type PendingTwoFactor, twoFactorCookie } from "./two-factor-cookie.server.ts";

type Visit = { request: Request; context: Pick<LoadContext, "clientAddress"> };

/**
 * Goes on to the second step, where the account has one, and else in.
 * @param user the account as it was proven
 * @param provenAt when: just now by a password; a provider may have asked long ago
 * @param link a provider's account that is linked once all steps are taken
 * @param to where to go then; else where the request's `returnTo` says
 */
export async function respondToSignIn({
  user,
  provenAt = new Date(),
  link = null,
  to,
  ...visit
}: Visit & { user: User; provenAt?: Date; link?: NewLink | null; to?: string }): Promise<Response> {
  const { arrival, cookies } = await arrivalOf(visit);
  const done = await completeFirstFactor({ user, provenAt, link, ...arrival });
  if (!("secondStepToken" in done))
    return redirectSignedIn({ opened: done, cookies, to: to ?? returnToOf(visit) });
  const returnTo = to ?? returnToOf(visit);
  const pending = {
    token: done.secondStepToken,
    provenAt: provenAt.getTime(),
    link,
    begunAt: Date.now(),
  };
  return redirect(paths.secondStep(returnTo ? { returnTo } : {}), {
    status: 303,
    headers: { "Set-Cookie": twoFactorCookie.issue(pending) },
  });
}

/**
 * Tries a code of the second step, and goes in.
 * @throws {DomainError} as `tryCode` does
 */
export async function respondToSecondFactor({
  pending,
  code,
  ...visit
}: Visit & { pending: PendingTwoFactor; code: string }): Promise<Response> {
  const { arrival, cookies } = await arrivalOf(visit);
  const { token, provenAt, link } = pending;
  const opened = await verifyTwoFactorCode({ token, code, provenAt: new Date(provenAt), link, ...arrival });
  return redirectSignedIn({ opened, cookies: [...cookies, twoFactorCookie.clear()], to: returnToOf(visit) });
}

/** The browser is known to the account from now on: one without a cookie of its own gets it with the session. */
async function arrivalOf({ request, context }: Visit): Promise<{ arrival: SignInOrigin; cookies: string[] }> {
  const origin = readDevice((name) => request.headers.get(name), context.clientAddress);
  const visitor = origin.cookieId ? null : newVisitor();
  const cookieId = origin.cookieId ?? visitor?.id ?? null;
  const previous = await getSession(request);
  return {
    arrival: {
      origin: { ...origin, cookieId, deviceId: origin.deviceId ?? cookieId },
      previousSessionId: previous?.sessionId ?? null,
    },
    cookies: visitor ? [visitor.cookie] : [],
  };
}

function returnToOf({ request }: Visit): string | undefined {
  const returnTo = new URL(request.url).searchParams.get("returnTo");
  return returnTo ? safeRedirect(returnTo, paths.overview()) : undefined;
}

function redirectSignedIn({
  opened: { token, user },
  cookies,
  to,
}: {
  opened: SessionCreated;
  cookies: string[];
  to: string | undefined;
}): Response {
  const headers = new Headers();
  for (const cookie of [sessionCookie.issue(token), themeCookie(user.theme), ...cookies])
    headers.append("Set-Cookie", cookie);
  return redirect(safeRedirect(to, paths.overview()), { status: 303, headers });
}
