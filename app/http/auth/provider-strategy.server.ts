import { redirect } from "@remix-run/node";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { Strategy } from "remix-auth/strategy";
import { config } from "#app/env.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { paths } from "#app/paths.ts";
import type { ProviderIntent } from "#app/schemas/accounts.ts";
import { validateProviderProfile } from "#app/services/auth/providers/profile.ts";
import {
  type ProviderAccount,
  type SignInProvider,
  SignInRefused,
} from "#app/services/auth/providers/provider.ts";
import { consumeAuthorization } from "#app/services/auth/providers/used-authorizations.server.ts";
import {
  authorizationCookie,
  callbackUrl,
  type PendingAuthorization,
} from "./authorization-request.server.ts";
import { getSession } from "./guards.server.ts";

/** The account at the provider, and the attempt that the callback belongs to. */
export type ProviderResult = { account: ProviderAccount; attempt: PendingAuthorization };

/** Signs in with a provider: `verify` gets the account there and returns ours. */
export class ProviderStrategy<Account> extends Strategy<Account, ProviderResult> {
  readonly name: string;
  readonly #provider: SignInProvider;

  constructor(provider: SignInProvider, verify: Strategy.VerifyFunction<Account, ProviderResult>) {
    super(verify);
    this.name = provider.id;
    this.#provider = provider;
  }

  async authenticate(request: Request): Promise<Account> {
    return this.verify(await finishAuthorization(this.#provider, request));
  }
}

/**
 * Finishes an authorization: the callback must match the browser's own attempt.
 * @throws {SignInRefused} · {ProviderUnreachable}
 */
export async function finishAuthorization(
  provider: SignInProvider,
  request: Request,
): Promise<ProviderResult> {
  const attempt = await authorizationCookie.parse(request.headers.get("cookie"));
  if (attempt?.provider !== provider.id) throw new SignInRefused();
  const { authorizationRequest } = attempt;
  await consumeAuthorization(authorizationRequest.state);
  const profile = await provider.exchangeCode({ url: callbackUrl(request), request: authorizationRequest });
  return { account: validateProviderProfile(profile), attempt };
}

/**
 * Starts an authorization: redirects to the provider.
 * @throws {ProviderUnreachable}
 */
export async function redirectToProvider({
  provider,
  request,
  intent,
}: {
  provider: SignInProvider;
  request: Request;
  intent: ProviderIntent;
}): Promise<Response> {
  const signedIn = await getSession(request);
  const authorizationRequest = {
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    mustReauthenticate: intent === "reauthenticate",
    redirectUri: config.publicUrl + paths.providerCallback({ provider: provider.id }),
  };
  const to = await provider.authorizationUrl(authorizationRequest);
  const cookie = await authorizationCookie.serialize({
    provider: provider.id,
    intent,
    returnTo: safeRedirect(new URL(request.url).searchParams.get("returnTo"), paths.overview()),
    sessionId: signedIn?.sessionId ?? null,
    startedAt: Date.now(),
    authorizationRequest,
  });
  return redirect(to.href, { status: 303, headers: { "Set-Cookie": cookie } });
}
