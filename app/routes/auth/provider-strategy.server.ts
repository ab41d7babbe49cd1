import { redirect } from "@remix-run/node";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { config } from "#app/env.server.ts";
import { getSession } from "#app/http/auth/guards.server.ts";
import { safeRedirect } from "#app/http/cookies/flash.server.ts";
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
  type Intent,
  type PendingAuthorization,
} from "./authorization-request.server.ts";

/** Who somebody is at a provider, and the attempt that asked. */
export type ProviderResult = { account: ProviderAccount; attempt: PendingAuthorization };

const INTENTS: readonly Intent[] = ["sign-in", "link", "prove"];

/** A post begins: it throws the redirect to the provider. The callback ends: the browser's own attempt is held against it. */
class ProviderStrategy extends Strategy<ProviderResult, ProviderResult> {
  readonly name: string;
  readonly #provider: SignInProvider;

  constructor(provider: SignInProvider) {
    super(async (answered) => answered);
    this.name = provider.id;
    this.#provider = provider;
  }

  async authenticate(request: Request): Promise<ProviderResult> {
    if (request.method === "POST") throw await this.#begin(request);
    const attempt = authorizationCookie.read(request);
    if (!attempt || attempt.provider !== this.#provider.id)
      throw new SignInRefused({ isCancelled: false, message: messages.social.notFinished });
    const account = validateProviderProfile(
      await this.#provider.exchangeCode({ url: callbackUrl(request), ask: attempt.ask }),
    );
    return this.verify({ account, attempt });
  }

  async #begin(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const intent = INTENTS.find((known) => known === searchParams.get("intent")) ?? "sign-in";
    const signedIn = await getSession(request);
    const ask = {
      state: randomState(),
      nonce: randomNonce(),
      codeVerifier: randomPKCECodeVerifier(),
      isProof: intent === "prove",
      redirectUri: config.publicUrl + paths.providerCallback({ provider: this.#provider.id }),
    };
    const to = await this.#provider.authorizationUrl(ask);
    const attempt: PendingAuthorization = {
      provider: this.#provider.id,
      intent,
      returnTo: safeRedirect(searchParams.get("returnTo"), paths.overview()),
      sessionId: signedIn?.sessionId ?? null,
      begunAt: Date.now(),
      ask,
    };
    return redirect(to.href, { status: 303, headers: { "Set-Cookie": authorizationCookie.issue(attempt) } });
  }
}

const authenticator = new Authenticator<ProviderResult>();
for (const provider of signInProviders) authenticator.use(new ProviderStrategy(provider));

/**
 * Begins or ends a sign-in at a configured provider.
 * @throws {Response} the redirect to the provider, where it begins
 * @throws {SignInRefused} · {ProviderUnreachable}
 */
export const authenticateWithProvider = (
  provider: SignInProvider,
  request: Request,
): Promise<ProviderResult> => authenticator.authenticate(provider.id, request);
