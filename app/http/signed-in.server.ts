import { redirect } from "@remix-run/node";
import type { User } from "#app/models/user.server.ts";
import { paths } from "#app/paths.ts";
import type { Arrival, Opened } from "#app/services/accounts/enter.server.ts";
import type { NewLink } from "#app/services/accounts/link-identity.server.ts";
import { completeFirstStep } from "#app/services/accounts/sign-in.server.ts";
import { readOrigin } from "./device.server.ts";
import { safeRedirect } from "./flash.server.ts";
import { getSignedIn } from "./guards.server.ts";
import type { LoadContext } from "./load-context.ts";
import { tryCode } from "./second-step.server.ts";
import { type PendingSecondStep, secondStepCookie } from "./second-step-cookie.server.ts";
import { sessionCookie } from "./session-cookie.server.ts";
import { themeCookie } from "./theme.server.ts";
import { newVisitor } from "./visitor-cookie.server.ts";

type Visit = { request: Request; context: Pick<LoadContext, "clientAddress"> };

/**
 * Goes on to the second step, where the account has one, and else in.
 * @param user the account as it was proven
 * @param provenAt when: just now by a password; a provider may have asked long ago
 * @param link a provider's account that is linked once all steps are taken
 * @param to where to go then; else where the request's `returnTo` says
 */
export async function afterFirstStep({
  user,
  provenAt = new Date(),
  link = null,
  to,
  ...visit
}: Visit & { user: User; provenAt?: Date; link?: NewLink | null; to?: string }): Promise<Response> {
  const { arrival, cookies } = await arrivalOf(visit);
  const done = await completeFirstStep({ user, provenAt, link, ...arrival });
  if (!("secondStepToken" in done)) return goIn({ opened: done, cookies, to: to ?? returnToOf(visit) });
  const returnTo = to ?? returnToOf(visit);
  const pending = {
    token: done.secondStepToken,
    provenAt: provenAt.getTime(),
    link,
    begunAt: Date.now(),
  };
  return redirect(paths.secondStep(returnTo ? { returnTo } : {}), {
    status: 303,
    headers: { "Set-Cookie": secondStepCookie.issue(pending) },
  });
}

/**
 * Tries a code of the second step, and goes in.
 * @throws {DomainError} as `tryCode` does
 */
export async function afterSecondStep({
  pending,
  code,
  ...visit
}: Visit & { pending: PendingSecondStep; code: string }): Promise<Response> {
  const { arrival, cookies } = await arrivalOf(visit);
  const { token, provenAt, link } = pending;
  const opened = await tryCode({ token, code, provenAt: new Date(provenAt), link, ...arrival });
  return goIn({ opened, cookies: [...cookies, secondStepCookie.clear()], to: returnToOf(visit) });
}

/** The browser is known to the account from now on: one without a cookie of its own gets it with the session. */
async function arrivalOf({ request, context }: Visit): Promise<{ arrival: Arrival; cookies: string[] }> {
  const origin = readOrigin((name) => request.headers.get(name), context.clientAddress);
  const visitor = origin.cookieId ? null : newVisitor();
  const cookieId = origin.cookieId ?? visitor?.id ?? null;
  const previous = await getSignedIn(request);
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

function goIn({
  opened: { token, user },
  cookies,
  to,
}: {
  opened: Opened;
  cookies: string[];
  to: string | undefined;
}): Response {
  const headers = new Headers();
  for (const cookie of [sessionCookie.issue(token), themeCookie(user.theme), ...cookies])
    headers.append("Set-Cookie", cookie);
  return redirect(safeRedirect(to, paths.overview()), { status: 303, headers });
}
