import { redirect } from "@remix-run/node";
import { getSession } from "#app/http/auth/guards.server.ts";
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
  authenticatedAtOf,
  CLOCK_SKEW_MS,
  type ProviderAccount,
  SignInRefused,
} from "#app/services/auth/providers/provider.ts";
import { isRecentlyAuthenticated } from "#app/services/auth/sessions/sessions.server.ts";
import { isOwnIdentity, signInByProvider } from "#app/services/auth/sign-in/identities.server.ts";
import { connectIdentity } from "#app/services/auth/sign-in/link-identity.server.ts";
import { type PendingAuthorization, pendingLinkCookie } from "./authorization-request.server.ts";
import { respondToSignIn } from "./sign-in-response.server.ts";

type Finish = {
  request: Request;
  context: Pick<LoadContext, "clientAddress">;
  providerName: string;
  account: ProviderAccount;
  attempt: PendingAuthorization;
};

/**
 * What follows once a provider has said who somebody is.
 * @throws {DomainError} as a sentence for the page they came from
 */
export function handleProviderCallback(finish: Finish): Promise<Response> {
  if (finish.attempt.intent === "link") return connect(finish);
  if (finish.attempt.intent === "prove") return prove(finish);
  return enter(finish);
}

async function enter({ request, context, account, attempt }: Finish): Promise<Response> {
  const entry = await signInByProvider(account);
  if (entry.kind === "password-needed") {
    const { returnTo } = attempt;
    const pending = { userId: entry.user.id, account, returnTo, begunAt: Date.now() };
    return redirect(paths.linkProvider(), {
      status: 303,
      headers: { "Set-Cookie": pendingLinkCookie.issue(pending) },
    });
  }
  const to = paths.socialLoginSuccess({ returnTo: attempt.returnTo });
  return respondToSignIn({ request, context, user: entry.user, provenAt: authenticatedAtOf(account), to });
}

/** The session that began must be the one that ends: nobody's account is connected to another's browser. */
async function ownSession({ request, attempt }: Finish) {
  const session = await getSession(request);
  if (!session || session.sessionId !== attempt.sessionId)
    throw new SignInRefused({ isCancelled: false, message: messages.social.notFinished });
  return session;
}

async function connect(finish: Finish): Promise<Response> {
  const session = await ownSession(finish);
  if (!isRecentlyAuthenticated(session))
    throw new Forbidden("reauthentication_required", messages.auth.proofNeeded);
  const { account, attempt, providerName } = finish;
  const { user: owner, sessionId } = session;
  await connectIdentity({ owner, sessionId, account, providerName });
  return redirectWithFlash(attempt.returnTo, { kind: "success", message: messages.social.linked });
}

async function prove(finish: Finish): Promise<Response> {
  const { user, sessionId } = await ownSession(finish);
  const { account, attempt } = finish;
  if (!(await isOwnIdentity({ ownerId: user.id, account })))
    throw new Forbidden("identity_not_yours", messages.social.notYours);
  if (authenticatedAtOf(account).getTime() < attempt.begunAt - CLOCK_SKEW_MS)
    throw new SignInRefused({ isCancelled: false, message: messages.social.notFresh });
  await markReauthenticated(sessionId);
  return redirect(attempt.returnTo, {
    status: 303,
    headers: { "Set-Cookie": sessionCookie.issue(await renewCookieToken(sessionId)) },
  });
}
