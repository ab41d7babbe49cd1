import { redirect } from "@remix-run/node";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { config } from "#app/env.server.ts";
import { getSession } from "#app/http/auth/guards.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { paths } from "#app/paths.ts";
import type { ProviderIntent } from "#app/schemas/accounts.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { validateProviderProfile } from "#app/services/auth/providers/profile.ts";
import {
  type ProviderAccount,
  type SignInProvider,
  SignInRefused,
} from "#app/services/auth/providers/provider.ts";
import { signInProviders } from "#app/services/auth/providers/registry.server.ts";
import { consumeAuthorization } from "#app/services/auth/providers/used-authorizations.server.ts";
import {
  authorizationCookie,
  callbackUrl,
  type PendingAuthorization,
} from "./authorization-request.server.ts";

/** The account at the provider, and the attempt that the callback belongs to. */
export type ProviderResult = { account: ProviderAccount; attempt: PendingAuthorization };

/** Finishes an authorization: the callback must match the browser's own attempt. */
class ProviderStrategy extends Strategy<ProviderResult, ProviderResult> {
  readonly name: string;
  readonly #provider: SignInProvider;

  constructor(provider: SignInProvider) {
    super(async (result) => result);
    this.name = provider.id;
    this.#provider = provider;
  }

  async authenticate(request: Request): Promise<ProviderResult> {
    const attempt = await authorizationCookie.parse(request.headers.get("cookie"));
    if (!attempt || attempt.provider !== this.#provider.id)
      throw new SignInRefused({ isCancelled: false, message: messages.social.notFinished });
    await consumeAuthorization(attempt.authorizationRequest.state);
    const account = validateProviderProfile(
      await this.#provider.exchangeCode({ url: callbackUrl(request), request: attempt.authorizationRequest }),
    );
    return this.verify({ account, attempt });
  }
}

const authenticator = new Authenticator<ProviderResult>();
for (const provider of signInProviders) authenticator.use(new ProviderStrategy(provider));

/**
 * Finishes an authorization at a configured provider.
 * @throws {SignInRefused} · {ProviderUnreachable}
 */
export const authenticateWithProvider = (
  provider: SignInProvider,
  request: Request,
): Promise<ProviderResult> => authenticator.authenticate(provider.id, request);

/**
 * Starts an authorization: redirects to the provider.
 * @throws {ProviderUnreachable}
 */
export async function startAuthorization({
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
