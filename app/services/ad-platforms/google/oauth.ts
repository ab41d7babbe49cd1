import { z } from "zod";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { sendRequest } from "#app/lib/http-client.server.ts";
import type {
  AdPlatformResponse,
  OAuthConnect,
  PlatformRefusal,
} from "#app/services/ad-platforms/ad-platform.ts";
import { readJsonBody } from "#app/services/ad-platforms/shared/response-body.ts";
import {
  classifyStatus,
  classifyTransport,
  describeResponse,
  toResult,
  unknownCode,
  withoutAmbiguity,
} from "#app/services/ad-platforms/shared/verdict.ts";
import { CHECK_REMEDIES, EVENT_REMEDIES, type GoogleReason } from "./remedies.ts";

export const GoogleCredential = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** ISO 8601. */
  expiresAt: z.string(),
});
export type GoogleCredential = z.infer<typeof GoogleCredential>;

export type GoogleOAuthOptions = {
  authorizeUrl: string;
  tokenUrl: string;
  clientId: string | null;
  clientSecret: string | null;
  now: () => Date;
};

const SCOPE = "https://www.googleapis.com/auth/datamanager";
const EXCHANGE_TIMEOUT_MS = 10 * SECOND;
/** A token is renewed before it ends: a call may take a while, and clocks differ. */
const MARGIN_MS = 5 * MINUTE;

const Grant = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  refresh_token: z.string().min(1).optional(),
});

/** Signing in at Google, for the right to send conversions. */
export function createGoogleOAuth(options: GoogleOAuthOptions): OAuthConnect<GoogleCredential> {
  const { authorizeUrl, tokenUrl, clientId, clientSecret, now } = options;

  async function grant(
    fields: Record<string, string>,
    { timeoutMs, refreshToken, words }: { timeoutMs: number; refreshToken: string | null; words: Words },
  ): Promise<{ ok: true; credential: GoogleCredential } | PlatformRefusal> {
    const form = { ...fields, client_id: clientId ?? "", client_secret: clientSecret ?? "" };
    const response = await sendRequest({
      method: "POST",
      url: tokenUrl,
      allowedBase: new URL(tokenUrl).origin,
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams(form).toString(),
      timeoutMs,
    });
    const body = readJsonBody(response);
    const granted = Grant.safeParse(body.kind === "json" ? body.fields : {});
    const isGranted = response.kind === "complete" && response.httpStatus === 200 && granted.success;
    const kept = granted.data?.refresh_token ?? refreshToken;
    // Without a refresh token the connection would end within the hour.
    if (!isGranted || !granted.data || kept === null) return { ok: false, result: refusal(response, words) };
    const { access_token: accessToken, expires_in } = granted.data;
    const expiresAt = new Date(now().getTime() + expires_in * SECOND).toISOString();
    return { ok: true, credential: { accessToken, refreshToken: kept, expiresAt } };
  }

  return {
    kind: "oauth",
    usesPkce: true,
    isConfigured: clientId !== null && clientSecret !== null,
    authorizeUrl({ redirectUri, state, codeChallenge }) {
      const url = new URL(authorizeUrl);
      url.search = new URLSearchParams({
        client_id: clientId ?? "",
        redirect_uri: redirectUri,
        response_type: "code",
        scope: SCOPE,
        state,
        // Google returns a refresh token only for offline access, and reliably only after asking for consent.
        access_type: "offline",
        prompt: "consent",
        ...(codeChallenge && { code_challenge: codeChallenge, code_challenge_method: "S256" }),
      }).toString();
      return url;
    },
    exchange: ({ code, redirectUri, codeVerifier }) =>
      grant(
        {
          grant_type: "authorization_code",
          code,
          redirect_uri: redirectUri,
          ...(codeVerifier && { code_verifier: codeVerifier }),
        },
        { timeoutMs: EXCHANGE_TIMEOUT_MS, refreshToken: null, words: CHECK_REMEDIES },
      ),
    isExpired: ({ expiresAt }, at) => Date.parse(expiresAt) - MARGIN_MS <= at.getTime(),
    refresh: ({ refreshToken }, { timeoutMs }) =>
      grant(
        { grant_type: "refresh_token", refresh_token: refreshToken },
        { timeoutMs, refreshToken, words: EVENT_REMEDIES },
      ),
  };
}

type Words = Record<GoogleReason, string>;

const SETUP = new Set(["invalid_client", "unauthorized_client"]);
const REFUSED = new Set(["invalid_grant", "invalid_scope", "access_denied", ...SETUP]);

/** A request for a token sends no event, so its failure is never ambiguous. */
function refusal(response: AdPlatformResponse, words: Words): PlatformRefusal["result"] {
  const body = readJsonBody(response);
  const error = response.kind === "complete" && body.kind === "json" ? body.fields.error : null;
  const code = typeof error === "string" && /^[a-z_]{1,60}$/.test(error) ? error : null;
  const isWhole = response.kind === "complete" && response.httpStatus === 200 && body.kind === "json";
  const verdict =
    (code !== null && REFUSED.has(code)) || isWhole
      ? ({ outcome: "parked", reason: "tokenExpired" } as const)
      : withoutAmbiguity(
          classifyTransport(response) ?? classifyStatus(response, body) ?? unknownCode,
          response,
        );
  const found = { platformCode: code, message: code ?? describeResponse(response, body), traceId: null };
  const result = toResult(verdict, found, words);
  if (code === null || !SETUP.has(code)) return result;
  const remedy =
    "Google refuses this server's own client. Whoever runs the server has to check GOOGLE_ADS_CLIENT_ID and GOOGLE_ADS_CLIENT_SECRET; then connect again.";
  return { ...result, remedy };
}
