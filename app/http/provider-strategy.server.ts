import { redirect } from "@remix-run/node";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { config } from "#app/env.server.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages.ts";
import { signInProviders } from "#app/services/sign-in-providers/index.server.ts";
import {
  type ProviderAccount,
  type SignInProvider,
  SignInRefused,
} from "#app/services/sign-in-providers/provider.ts";
import { readSaid } from "#app/services/sign-in-providers/said.ts";
import { safeRedirect } from "./flash.server.ts";
import { getSignedIn } from "./guards.server.ts";
import { type Attempt, attemptCookie, callbackUrl, type Intent } from "./sign-in-attempt.server.ts";

/** Who somebody is at a provider, and the attempt that asked. */
export type Answered = { account: ProviderAccount; attempt: Attempt };

const INTENTS: readonly Intent[] = ["sign-in", "link", "prove"];

/** A post begins: it throws the redirect to the provider. The callback ends: the browser's own attempt is held against it. */
class ProviderStrategy extends Strategy<Answered, Answered> {
  readonly name: string;
  readonly #provider: SignInProvider;

  constructor(provider: SignInProvider) {
    super(async (answered) => answered);
    this.name = provider.id;
    this.#provider = provider;
  }

  async authenticate(request: Request): Promise<Answered> {
    if (request.method === "POST") throw await this.#begin(request);
    const attempt = attemptCookie.read(request);
    if (!attempt || attempt.provider !== this.#provider.id)
      throw new SignInRefused({ isCancelled: false, message: messages.social.notFinished });
    const account = readSaid(await this.#provider.end({ url: callbackUrl(request), ask: attempt.ask }));
    return this.verify({ account, attempt });
  }

  async #begin(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const intent = INTENTS.find((known) => known === searchParams.get("intent")) ?? "sign-in";
    const signedIn = await getSignedIn(request);
    const ask = {
      state: randomState(),
      nonce: randomNonce(),
      codeVerifier: randomPKCECodeVerifier(),
      isProof: intent === "prove",
      redirectUri: config.publicUrl + paths.providerCallback({ provider: this.#provider.id }),
    };
    const to = await this.#provider.begin(ask);
    const attempt: Attempt = {
      provider: this.#provider.id,
      intent,
      returnTo: safeRedirect(searchParams.get("returnTo"), paths.overview()),
      sessionId: signedIn?.sessionId ?? null,
      begunAt: Date.now(),
      ask,
    };
    return redirect(to.href, { status: 303, headers: { "Set-Cookie": attemptCookie.issue(attempt) } });
  }
}

const authenticator = new Authenticator<Answered>();
for (const provider of signInProviders) authenticator.use(new ProviderStrategy(provider));

/**
 * Begins or ends a sign-in at a configured provider.
 * @throws {Response} the redirect to the provider, where it begins
 * @throws {SignInRefused} · {ProviderUnreachable}
 */
export const authenticateAt = (provider: SignInProvider, request: Request): Promise<Answered> =>
  authenticator.authenticate(provider.id, request);
