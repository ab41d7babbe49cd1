import { redirect } from "@remix-run/node";
import { authenticator } from "#app/http/auth/authenticator.server.ts";
import type { PendingAuthorization } from "#app/http/auth/authorization-request.server.ts";
import { getSession } from "#app/http/auth/guards.server.ts";
import { finishAuthorization } from "#app/http/auth/provider-strategy.server.ts";
import { signInBrowser } from "#app/http/auth/sign-in-response.server.ts";
import { redirectWithFlash } from "#app/http/cookies/flash.server.ts";
import { sessionCookie } from "#app/http/cookies/session.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { Forbidden } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  markReauthenticated,
  renewCookieToken,
} from "#app/services/auth/credentials/reauthentication.server.ts";
import {
  CLOCK_SKEW_MS,
  type SignInProvider,
  SignInRefused,
  toAuthenticatedAt,
} from "#app/services/auth/providers/provider.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { isOwnIdentity } from "#app/services/auth/sign-in/identities.server.ts";
import { connectIdentity } from "#app/services/auth/sign-in/link-identity.server.ts";

type Callback = {
  request: Request;
  context: Pick<LoadContext, "clientAddress">;
  provider: SignInProvider;
  attempt: PendingAuthorization;
};

/**
 * Completes the authorization, by its purpose.
 * @throws {Response} a redirect to the page that asks for the password
 * @throws {DomainError} as a sentence for the page they came from
 */
export function handleProviderCallback(callback: Callback): Promise<Response> {
  if (callback.attempt.intent === "connect-provider") return connect(callback);
  if (callback.attempt.intent === "reauthenticate") return reauthenticate(callback);
  return signInWithProvider(callback);
}

async function signInWithProvider({ request, context, provider, attempt }: Callback): Promise<Response> {
  const credentials = await authenticator.authenticate(provider.id, request);
  const to = paths.socialLoginSuccess({ returnTo: attempt.returnTo });
  return signInBrowser({ request, context, credentials, to });
}

/** The session must be the one that started: nobody's account is connected to another's browser. */
async function getOwnSession({ request, attempt }: Callback) {
  const session = await getSession(request);
  if (!session || session.sessionId !== attempt.sessionId) throw new SignInRefused();
  return session;
}

async function connect(callback: Callback): Promise<Response> {
  const { request, provider, attempt } = callback;
  const { account } = await finishAuthorization(provider, request);
  const session = await getOwnSession(callback);
  if (!isRecentlyAuthenticated(session))
    throw new Forbidden("reauthentication_required", messages.auth.proofNeeded);
  const { user: owner, sessionId } = session;
  await connectIdentity({ owner, sessionId, account, providerName: provider.name });
  return redirectWithFlash(attempt.returnTo, { kind: "success", message: messages.social.linked });
}

async function reauthenticate(callback: Callback): Promise<Response> {
  const { request, provider, attempt } = callback;
  const { account } = await finishAuthorization(provider, request);
  const { user, sessionId } = await getOwnSession(callback);
  if (!(await isOwnIdentity({ ownerId: user.id, account })))
    throw new Forbidden("identity_not_yours", messages.social.notYours);
  if (toAuthenticatedAt(account).getTime() < attempt.startedAt - CLOCK_SKEW_MS)
    throw new SignInRefused({ message: messages.social.notFresh });
  await markReauthenticated(sessionId);
  return redirect(attempt.returnTo, {
    status: 303,
    headers: { "Set-Cookie": await sessionCookie.serialize(await renewCookieToken(sessionId)) },
  });
}
