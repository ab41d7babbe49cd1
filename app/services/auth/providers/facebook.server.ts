import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  fetchProtectedResource,
} from "openid-client";
import { z } from "zod";
import { EMAIL_MAX, NAME_MAX } from "#app/schemas/shared/limits.ts";
import type { SignInProvider } from "./provider.ts";
import { createProviderFetch, toSignInError } from "./provider-requests.server.ts";

type Options = { clientId: string; clientSecret: string; graphUrl: string; graphVersion: string };

const NAME = "Facebook";
const ISSUER = "https://www.facebook.com";

const Profile = z.object({
  id: z.string().min(1).max(255),
  name: z.string().max(NAME_MAX).optional().catch(undefined),
  email: z.string().max(EMAIL_MAX).optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
});

/** OAuth 2 and the Graph API. Facebook does not say whether an email is verified, so none counts as such. */
export function facebookProvider({
  clientId,
  clientSecret,
  graphUrl,
  graphVersion,
}: Options): SignInProvider {
  const server = new Configuration(
    {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/${graphVersion}/dialog/oauth`,
      token_endpoint: `${graphUrl}/${graphVersion}/oauth/access_token`,
    },
    clientId,
    clientSecret,
    ClientSecretPost(clientSecret),
  );
  // The sandbox replaces Graph on this machine, over http.
  if (graphUrl.startsWith("http:")) allowInsecureRequests(server);
  const graphOrigin = new URL(graphUrl).origin;
  server[customFetch] = createProviderFetch(NAME, (origin) => origin === graphOrigin);
  return {
    id: "facebook",
    name: NAME,
    canReauthenticate: false,
    origins: () => [ISSUER],
    async authorizationUrl({ state, codeVerifier, redirectUri }) {
      return buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        scope: "public_profile email",
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        state,
      });
    },
    async exchangeCode({ url, request }) {
      try {
        const { access_token: accessToken } = await authorizationCodeGrant(server, url, {
          pkceCodeVerifier: request.codeVerifier,
          expectedState: request.state,
        });
        const me = new URL(`${graphUrl}/${graphVersion}/me?fields=id,name,email`);
        const profile = Profile.parse(
          await (await fetchProtectedResource(server, accessToken, me, "GET")).json(),
        );
        return {
          provider: "facebook",
          issuer: ISSUER,
          subject: profile.id,
          email: profile.email ?? null,
          isEmailVerified: profile.email_verified === true,
          name: profile.name ?? null,
          authenticatedAt: null,
        };
      } catch (error) {
        throw toSignInError(error);
      }
    },
  };
}
