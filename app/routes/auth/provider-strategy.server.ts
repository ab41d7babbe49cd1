import { redirect } from "@remix-run/node";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { config } from "#app/env.server.ts";
import { getSession } from "#app/http/auth/guards.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { validateProviderProfile } from "#app/services/auth/providers/profile.ts";
import {
  type ProviderAccount,
  type SignInProvider,
  SignInRefused,
} from "#app/services/auth/providers/provider.ts";
import { signInProviders } from "#app/services/auth/providers/registry.server.ts";
import {
  authorizationCookie,
  callbackUrl,
  type PendingAuthorization,
  readIntent,
} from "./authorization-request.server.ts";

/** The account at the provider, and the attempt that the callback belongs to. */
export type ProviderResult = { account: ProviderAccount; attempt: PendingAuthorization };

/** A post throws the redirect to the provider. The callback must match the browser's own attempt. */
class ProviderStrategy extends Strategy<ProviderResult, ProviderResult> {
  readonly name: string;
  readonly #provider: SignInProvider;

  constructor(provider: SignInProvider) {
    super(async (result) => result);
    this.name = provider.id;
    this.#provider = provider;
  }

  async authenticate(request: Request): Promise<ProviderResult> {
    if (request.method === "POST") throw await this.#start(request);
    const attempt = await authorizationCookie.parse(request.headers.get("cookie"));
    if (!attempt || attempt.provider !== this.#provider.id)
      throw new SignInRefused({ isCancelled: false, message: messages.social.notFinished });
    const account = validateProviderProfile(
      await this.#provider.exchangeCode({ url: callbackUrl(request), request: attempt.authorizationRequest }),
    );
    return this.verify({ account, attempt });
  }

  async #start(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const intent = readIntent(searchParams.get("intent"));
    const signedIn = await getSession(request);
    const authorizationRequest = {
      state: randomState(),
      nonce: randomNonce(),
      codeVerifier: randomPKCECodeVerifier(),
      mustReauthenticate: intent === "prove",
      redirectUri: config.publicUrl + paths.providerCallback({ provider: this.#provider.id }),
    };
    const to = await this.#provider.authorizationUrl(authorizationRequest);
    const attempt: PendingAuthorization = {
      provider: this.#provider.id,
      intent,
      returnTo: safeRedirect(searchParams.get("returnTo"), paths.overview()),
      sessionId: signedIn?.sessionId ?? null,
      startedAt: Date.now(),
      authorizationRequest,
    };
    const cookie = await authorizationCookie.serialize(attempt);
    return redirect(to.href, { status: 303, headers: { "Set-Cookie": cookie } });
  }
}

const authenticator = new Authenticator<ProviderResult>();
for (const provider of signInProviders) authenticator.use(new ProviderStrategy(provider));

/**
 * Starts or finishes an authorization at a configured provider.
 * @throws {Response} the redirect to the provider, when it starts
 * @throws {SignInRefused} · {ProviderUnreachable}
 */
export const authenticateWithProvider = (
  provider: SignInProvider,
  request: Request,
): Promise<ProviderResult> => authenticator.authenticate(provider.id, request);
