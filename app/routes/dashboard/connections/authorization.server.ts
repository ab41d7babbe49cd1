import { z } from "zod";
import { config } from "#app/env.server.ts";
import { createEncryptedCookie } from "#app/http/cookies/encrypted-cookie.server.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { policyHeaders } from "#app/http/page-policy.ts";
import { paths } from "#app/paths.ts";
import type { AdPlatform } from "#app/services/ad-platforms/ad-platform.ts";

/** An authorization and who started it, so that nobody's account is connected to another's workspace. */
export const oauthCookie = createEncryptedCookie(
  "attesto_authorization",
  z.object({
    sessionId: z.string(),
    workspaceId: z.string(),
    request: z.object({
      adPlatform: z.string(),
      redirectUri: z.string(),
      state: z.string(),
      codeVerifier: z.string().nullable(),
    }),
  }),
);

export const redirectUri = () => config.publicUrl + paths.integrationCallback();

/** Without script the post redirects to the platform, and Chromium checks that against `form-action`. */
export function authorizationPolicy(
  { connect }: AdPlatform,
  context: Pick<LoadContext, "nonce">,
): HeadersInit {
  if (connect.kind !== "oauth") return {};
  const { origin } = connect.authorizeUrl({ redirectUri: redirectUri(), state: "-", codeChallenge: "-" });
  return policyHeaders(context, { "form-action": [origin] });
}
