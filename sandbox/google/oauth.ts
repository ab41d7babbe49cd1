import { createHash, randomUUID } from "node:crypto";
import type { FaultBook } from "../faults.ts";
import { messagePage } from "../pages/message-page.ts";
import type { PlatformRequest } from "../platform.ts";
import { html, json, type Reply } from "../reply.ts";

export const CLIENT_ID = "sandbox-client";
export const CLIENT_SECRET = "sandbox-client-secret";

const LIFETIME_S = 3600;
const CODES_MAX = 1000;

type Grant = { redirectUri: string; challenge: string | null };

/** Codes that were given and not exchanged yet. */
const grants = new Map<string, Grant>();
export const forgetGrants = () => grants.clear();

/** Where the owner says yes or no. Links and no form, so that it works from any page's security policy. */
export function authorize({ query, path }: PlatformRequest): Reply {
  const redirectUri = query.get("redirect_uri") ?? "";
  const isAsked = query.get("client_id") === CLIENT_ID && query.get("response_type") === "code";
  if (!isAsked || !/^https?:$/.test(getProtocol(redirectUri))) {
    return html(
      400,
      ...messagePage({ title: "This sign-in link is malformed", text: "Go back and start again." }),
    );
  }
  const decision = query.get("decision");
  if (decision === null) {
    const link = (answer: string) => `${path}?${new URLSearchParams([...query, ["decision", answer]])}`;
    return html(
      200,
      ...messagePage({
        title: "Let Attesto send conversions to Google Ads?",
        text: "This page stands in for Google's. Nothing here leaves this machine.",
        links: [
          { label: "Allow", href: link("allow") },
          { label: "Cancel", href: link("deny") },
        ],
      }),
    );
  }
  const location = new URL(redirectUri);
  location.searchParams.set("state", query.get("state") ?? "");
  if (decision === "allow")
    location.searchParams.set("code", newCode(redirectUri, query.get("code_challenge")));
  else location.searchParams.set("error", "access_denied");
  return { status: 302, headers: { location: location.href }, body: "" };
}

/** Exchanges a code or a refresh token, both in the shape of RFC 6749. */
export function exchange({ text }: PlatformRequest, faults: FaultBook): Reply {
  const form = new URLSearchParams(text);
  const refreshToken = form.get("refresh_token") ?? "";
  const refused = (error: string, status = 400) => json(status, { error });
  if (form.get("client_id") !== CLIENT_ID || form.get("client_secret") !== CLIENT_SECRET)
    return refused("invalid_client", 401);
  switch (form.get("grant_type")) {
    case "authorization_code":
      return isGranted(form) ? tokens(`sandbox-refresh-${randomUUID()}`) : refused("invalid_grant");
    case "refresh_token": {
      const fault = faults.forRead({ token: refreshToken, assetId: "" });
      const isKnown = refreshToken.startsWith("sandbox-refresh") && fault === null;
      return isKnown ? tokens() : refused("invalid_grant");
    }
    default:
      return refused("unsupported_grant_type");
  }
}

/** A code serves once, for the address and the challenge that it was given to. */
function isGranted(form: URLSearchParams): boolean {
  const code = form.get("code") ?? "";
  const grant = grants.get(code);
  grants.delete(code);
  if (!grant || grant.redirectUri !== form.get("redirect_uri")) return false;
  const verified = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  return grant.challenge === null || grant.challenge === verified;
}

function newCode(redirectUri: string, challenge: string | null): string {
  const code = `sandbox-code-${randomUUID()}`;
  grants.set(code, { redirectUri, challenge });
  if (grants.size > CODES_MAX) grants.delete(grants.keys().next().value ?? "");
  return code;
}

const tokens = (refreshToken?: string): Reply =>
  json(200, {
    access_token: `sandbox-access-${randomUUID()}`,
    expires_in: LIFETIME_S,
    scope: "https://www.googleapis.com/auth/datamanager",
    token_type: "Bearer",
    ...(refreshToken && { refresh_token: refreshToken }),
  });

const getProtocol = (url: string) => (URL.canParse(url) ? new URL(url).protocol : "");
