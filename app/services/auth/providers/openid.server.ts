import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from "openid-client";
import type { SignInProviderId } from "#app/lib/domain.ts";
import { log } from "#app/lib/log.server.ts";
import type { SignInProvider } from "./provider.ts";
import { ProviderUnreachable } from "./provider.ts";
import { createProviderFetch, toSignInError } from "./provider-requests.server.ts";

type Options = {
  id: SignInProviderId;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Whether an email counts as verified if the provider does not say. */
  trustsEmail?: boolean;
};

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Whether the email is verified; some providers send text, others leave it out. */
const readVerified = (claim: unknown, trustsEmail: boolean): boolean =>
  claim === undefined ? trustsEmail : String(claim).toLowerCase() === "true";

/** Any OpenID Connect provider, by its issuer. Its discovery document is cached while the process runs. */
export function openIdProvider({
  id,
  name,
  issuer,
  clientId,
  clientSecret,
  trustsEmail = false,
}: Options): SignInProvider {
  const known = new Set([new URL(issuer).origin]);
  const shown = new Set(known);
  let discovered: Promise<Configuration> | null = null;

  async function discover(): Promise<Configuration> {
    const configuration = await discovery(new URL(issuer), clientId, clientSecret, undefined, {
      [customFetch]: createProviderFetch(name, (origin) => known.has(origin)),
      // Verifies the signature of ID tokens, which the specification leaves to TLS.
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith("http:") ? [allowInsecureRequests] : [])],
    });
    const server = configuration.serverMetadata();
    for (const url of [server.token_endpoint, server.jwks_uri, server.userinfo_endpoint])
      if (url) known.add(new URL(url).origin);
    if (server.authorization_endpoint) shown.add(new URL(server.authorization_endpoint).origin);
    return configuration;
  }

  const configuration = (): Promise<Configuration> => {
    discovered ??= discover().catch((error) => {
      discovered = null;
      throw new ProviderUnreachable(name, { cause: error });
    });
    return discovered;
  };

  return {
    id,
    name,
    canReauthenticate: true,
    origins: () => {
      // A page with the button does not wait for the discovery; the next page has the origins.
      configuration().catch((error) => log.warn({ err: error.cause, provider: id }, "no discovery"));
      return [...shown];
    },
    async authorizationUrl({ state, nonce, codeVerifier, mustReauthenticate, redirectUri }) {
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        state,
        nonce,
        ...(mustReauthenticate ? { prompt: "login", max_age: "0" } : {}),
      });
    },
    async exchangeCode({ url, request }) {
      try {
        const server = await configuration();
        const tokens = await authorizationCodeGrant(server, url, {
          pkceCodeVerifier: request.codeVerifier,
          expectedState: request.state,
          expectedNonce: request.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error("no claims");
        // Some providers send the email or `email_verified` only from the userinfo endpoint, not in the token.
        const isComplete = claims.email !== undefined && claims.email_verified !== undefined;
        const profile =
          !isComplete && server.serverMetadata().userinfo_endpoint
            ? { ...claims, ...(await fetchUserInfo(server, tokens.access_token, claims.sub)) }
            : claims;
        return {
          provider: id,
          issuer: claims.iss,
          subject: claims.sub,
          email: text(profile.email),
          isEmailVerified: readVerified(profile.email_verified, trustsEmail),
          name: text(profile.name),
          authenticatedAt:
            claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000).toISOString(),
        };
      } catch (error) {
        throw toSignInError(error);
      }
    },
  };
}
