import { calculatePKCECodeChallenge, randomPKCECodeVerifier, randomState } from "openid-client";
import { DomainError } from "#app/lib/errors.ts";
import type { Asset, OAuthConnect } from "#app/services/ad-platforms/ad-platform.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";

/** The start of an authorization, which its callback must match. */
export type OAuthRequest = {
  adPlatform: string;
  redirectUri: string;
  state: string;
  /** Null if the platform takes no PKCE. */
  codeVerifier: string | null;
};

type Authorization = { credential: unknown; assets: Asset[] };

function getOAuth(adPlatform: string): OAuthConnect<unknown> {
  const { connect, name } = adPlatforms.get(adPlatform);
  if (connect.kind !== "oauth") throw new Error(`${name} is connected with a token.`);
  return connect;
}

/**
 * Where to send the owner, and what the caller keeps in a cookie until the platform redirects back.
 * @throws {DomainError} 400 `authorization_refused` while the server has no client at the platform
 */
export async function startAuthorization({
  adPlatform,
  redirectUri,
}: {
  adPlatform: string;
  redirectUri: string;
}): Promise<{ url: URL; request: OAuthRequest }> {
  const connect = getOAuth(adPlatform);
  if (connect.isConfigured === false)
    throw refused(
      adPlatforms.get(adPlatform).name,
      "This server is not set up for it yet. Whoever runs the server enters its client ID and secret first.",
    );
  const state = randomState();
  const codeVerifier = connect.usesPkce ? randomPKCECodeVerifier() : null;
  const codeChallenge = codeVerifier === null ? null : await calculatePKCECodeChallenge(codeVerifier);
  return {
    url: connect.authorizeUrl({ redirectUri, state, codeChallenge }),
    request: { adPlatform, redirectUri, state, codeVerifier },
  };
}

/**
 * Exchanges the code for a credential and lists the assets to choose from.
 * @throws {DomainError} 400 `authorization_refused`, 502 `platform_unreachable`
 */
export async function completeAuthorization(
  { adPlatform, redirectUri, state, codeVerifier }: OAuthRequest,
  response: URLSearchParams,
): Promise<Authorization> {
  const platform = adPlatforms.get(adPlatform);
  const { name } = platform;
  const code = response.get("code");
  if (response.get("state") !== state || code === null) throw refused(name, null);
  const exchanged = await getOAuth(adPlatform).exchange({ code, redirectUri, codeVerifier });
  if (!exchanged.ok) throw failed(name, exchanged.result);
  const listed = await platform.listAssets(exchanged.credential);
  if (!listed.ok) throw failed(name, listed.result);
  return { credential: exchanged.credential, assets: listed.assets };
}

function failed(name: string, { outcome, remedy }: { outcome: string; remedy: string | null }): DomainError {
  if (outcome === "parked" || outcome === "permanent") return refused(name, remedy);
  return new DomainError(
    502,
    "platform_unreachable",
    remedy ?? `${name} cannot be reached right now. Try again in a few minutes.`,
  );
}

const refused = (name: string, remedy: string | null) =>
  new DomainError(400, "authorization_refused", remedy ?? `${name} did not connect. Please try again.`);
