import { sendRequest } from "#app/lib/http-client.server.ts";
import type { AdPlatform, AdPlatformResponse, Credential } from "#app/services/ad-platforms/ad-platform.ts";
import { buildMetaEvent } from "./event.ts";
import { CREDENTIAL_MALFORMED, interpretMetaCheck, interpretMetaResponse } from "./response.ts";

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const CHECK_TIMEOUT_MS = 10 * SECOND;

type MetaOptions = {
  /** `https://graph.facebook.com`, or the sandbox's address. */
  graphUrl: string;
  /** Like `v26.0`. Meta ends a version about two years after its release. */
  version: string;
  now?: () => Date;
};

/** Meta's Conversions API over the Graph API. */
export function createMeta({ graphUrl, version, now = () => new Date() }: MetaOptions): AdPlatform {
  const call = (credential: Credential, request: { path: string; body?: object; timeoutMs: number }) =>
    sendRequest({
      method: request.body ? "POST" : "GET",
      url: `${graphUrl}/${version}/${credential.pixelId}${request.path}`,
      allowedBase: graphUrl,
      headers: {
        accept: "application/json",
        // In the header and not in the address, which ends up in logs.
        authorization: `Bearer ${credential.accessToken}`,
        ...(request.body && { "content-type": "application/json" }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      timeoutMs: request.timeoutMs,
    });

  return {
    id: "meta",
    name: "Meta",
    windowMs: 7 * DAY,
    maxBatch: 1000,

    buildEvent: (facts) => buildMetaEvent(facts, now()),

    interpret: interpretMetaResponse,

    async send(credential, events, { timeoutMs }) {
      if (!isUsable(credential)) return notAsked();
      const testEventCode = credential.testEventCode?.trim();
      const body = {
        data: events.map((event) => event.body),
        ...(testEventCode && { test_event_code: testEventCode }),
      };
      return call(credential, { path: "/events", body, timeoutMs });
    },

    async checkCredential(credential) {
      if (!isUsable(credential)) return interpretMetaCheck(notAsked());
      return interpretMetaCheck(
        await call(credential, { path: "?fields=id,name", timeoutMs: CHECK_TIMEOUT_MS }),
      );
    },
  };
}

/** Meta calls a token opaque text: only what a header cannot carry is refused here. */
function isUsable({ pixelId, accessToken }: Credential): boolean {
  return /^\d{1,30}$/.test(pixelId) && /^[\x21-\x7e]{1,4096}$/.test(accessToken);
}

function notAsked(): AdPlatformResponse {
  return {
    kind: "unreached",
    httpStatus: null,
    body: "",
    isOversized: false,
    headers: {},
    durationMs: 0,
    fault: CREDENTIAL_MALFORMED,
  };
}
