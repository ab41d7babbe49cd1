import { redirect } from "@remix-run/node";
import { Forbidden } from "#app/lib/errors.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages.ts";
import { enterByProvider, isOwnIdentity } from "#app/services/accounts/identities.server.ts";
import { connectIdentity } from "#app/services/accounts/link-identity.server.ts";
import { proveSession, renewCookieToken } from "#app/services/accounts/prove-password.server.ts";
import { isFreshProof } from "#app/services/accounts/sessions.server.ts";
import {
  CLOCKS_ASIDE_MS,
  type ProviderAccount,
  proofAt,
  SignInRefused,
} from "#app/services/sign-in-providers/provider.ts";
import { redirectWithFlash } from "./flash.server.ts";
import { getSignedIn } from "./guards.server.ts";
import type { LoadContext } from "./load-context.ts";
import { sessionCookie } from "./session-cookie.server.ts";
import { type Attempt, pendingLinkCookie } from "./sign-in-attempt.server.ts";
import { afterFirstStep } from "./signed-in.server.ts";

type Finish = {
  request: Request;
  context: Pick<LoadContext, "clientAddress">;
  providerName: string;
  account: ProviderAccount;
  attempt: Attempt;
};

/**
 * What follows once a provider has said who somebody is.
 * @throws {DomainError} as a sentence for the page they came from
 */
export function finishAtProvider(finish: Finish): Promise<Response> {
  if (finish.attempt.intent === "link") return connect(finish);
  if (finish.attempt.intent === "prove") return prove(finish);
  return enter(finish);
}

async function enter({ request, context, account, attempt }: Finish): Promise<Response> {
  const entry = await enterByProvider(account);
  if (entry.kind === "password-needed") {
    const { returnTo } = attempt;
    const pending = { userId: entry.user.id, account, returnTo, begunAt: Date.now() };
    return redirect(paths.linkProvider(), {
      status: 303,
      headers: { "Set-Cookie": pendingLinkCookie.issue(pending) },
    });
  }
  const to = paths.socialLoginSuccess({ returnTo: attempt.returnTo });
  return afterFirstStep({ request, context, user: entry.user, provenAt: proofAt(account), to });
}

/** The session that began must be the one that ends: nobody's account is connected to another's browser. */
async function ownSession({ request, attempt }: Finish) {
  const session = await getSignedIn(request);
  if (!session || session.sessionId !== attempt.sessionId)
    throw new SignInRefused({ isCancelled: false, message: messages.social.notFinished });
  return session;
}

async function connect(finish: Finish): Promise<Response> {
  const session = await ownSession(finish);
  if (!isFreshProof(session)) throw new Forbidden("reauthentication_required", messages.auth.proofNeeded);
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
  if (proofAt(account).getTime() < attempt.begunAt - CLOCKS_ASIDE_MS)
    throw new SignInRefused({ isCancelled: false, message: messages.social.notFresh });
  await proveSession(sessionId);
  return redirect(attempt.returnTo, {
    status: 303,
    headers: { "Set-Cookie": sessionCookie.issue(await renewCookieToken(sessionId)) },
  });
}
