import { redirect } from "@remix-run/node";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import { themeCookie } from "#app/http/cookies/theme.server.ts";
import { newVisitorId, visitorCookie } from "#app/http/cookies/visitor.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { readDevice } from "#app/http/request-device.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { isUserRole } from "#app/lib/domain.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { presentUser } from "#app/presenters/user.ts";
import type { SignInResponse } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { SignInOrSecondFactor } from "#app/schemas/two-factor.ts";
import { issueAccessToken } from "#app/services/auth/credentials/access-tokens.server.ts";
import type { CreatedSession } from "#app/services/auth/sign-in/complete-sign-in.server.ts";
import {
  type SignInArguments,
  type SignInResult,
  signIn,
} from "#app/services/auth/sign-in/sign-in.server.ts";
import { getDefaultWorkspace } from "#app/services/workspaces/memberships.server.ts";
import { getSession } from "./guards.server.ts";
import { twoFactorCookie } from "./two-factor-cookie.server.ts";

/**
 * The browser that signs in. A browser without a visitor cookie gets an id, so that the account knows it
 * next time.
 */
export async function readSignInOrigin(
  request: Request,
  { clientAddress }: Pick<LoadContext, "clientAddress">,
) {
  const device = readDevice((name) => request.headers.get(name), clientAddress);
  const cookieId = device.cookieId ?? newVisitorId();
  return {
    device: { ...device, cookieId, deviceId: device.deviceId ?? cookieId },
    previousSessionId: (await getSession(request))?.sessionId ?? null,
  };
}

type Destination = {
  request: Request;
  /** The next address; by default the request's `returnTo`. */
  to?: string;
};

type BrowserSignIn = Destination &
  Pick<SignInArguments, "credentials" | "link"> & { context: Pick<LoadContext, "clientAddress"> };

/** Signs in a browser: by a page's form, an emailed link or a provider's callback. */
export async function signInBrowser({
  request,
  context,
  credentials,
  link = null,
  ...destination
}: BrowserSignIn): Promise<Response> {
  const origin = await readSignInOrigin(request, context);
  const result = await signIn({ credentials, link, ...origin });
  return respondToSignIn({ request, origin, result, ...destination });
}

type SignInCompletion = Destination & {
  origin: Awaited<ReturnType<typeof readSignInOrigin>>;
  result: SignInResult;
};

/** Redirects a browser: signed in, or to the page that asks for the second factor. */
export async function respondToSignIn({ request, origin, result, to }: SignInCompletion): Promise<Response> {
  const returnTo = to ?? new URL(request.url).searchParams.get("returnTo");
  const headers = new Headers();
  if (result.kind === "second-factor") {
    const { token, authenticatedAt, link } = result;
    const pending = { token, authenticatedAt: authenticatedAt.getTime(), link };
    headers.append("Set-Cookie", await twoFactorCookie.serialize(pending));
    const next = returnTo ? { returnTo: safeRedirect(returnTo, paths.overview()) } : {};
    return redirect(paths.secondFactor(next), { status: 303, headers });
  }
  headers.append("Set-Cookie", await sessionCookie.serialize(result.token));
  headers.append("Set-Cookie", await themeCookie.serialize(result.user.theme));
  headers.append("Set-Cookie", await visitorCookie.serialize(origin.device.cookieId));
  return redirect(safeRedirect(returnTo, paths.overview()), { status: 303, headers });
}

/**
 * What /api responds with after a factor: a session, or that the second factor is required.
 * @throws {Forbidden} `role_refused` for a role that no call lets in
 */
export async function presentSignIn(result: CreatedSession): Promise<SignInResponse>;
export async function presentSignIn(result: SignInResult): Promise<SignInOrSecondFactor>;
export async function presentSignIn(result: SignInResult): Promise<SignInOrSecondFactor> {
  if (result.kind === "second-factor") return { secondStepRequired: true, secondStepToken: result.token };
  const { user, sessionId } = result;
  if (!isUserRole(user.role)) throw new Forbidden("role_refused", messages.auth.roleUnknown);
  return {
    token: await issueAccessToken({ sessionId, userId: user.id }),
    user: presentUser(user, await getDefaultWorkspace(user.id)),
  };
}
