import { z } from "zod";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { type HttpResult, sendRequest } from "#app/lib/http-client.server.ts";
import type { AdPlatform, BuiltEvent, Destination } from "#app/services/ad-platforms/ad-platform.ts";
import { createMetaAssets } from "./assets.ts";
import { buildMetaEvent } from "./event.ts";
import {
  CREDENTIAL_MALFORMED,
  interpretMetaCheck,
  interpretMetaResponse,
  noTestEventCode,
} from "./response.ts";

const CHECK_TIMEOUT_MS = 10 * SECOND;

const MetaCredential = z.object({ accessToken: z.string() });
export type MetaCredential = z.infer<typeof MetaCredential>;

const MetaSettings = z.object({ testEventCode: z.string().nullable().default(null) });
export type MetaSettings = z.infer<typeof MetaSettings>;

type MetaOptions = {
  /** `https://graph.facebook.com`, or the sandbox's URL. */
  graphUrl: string;
  /** Such as `v26.0`. */
  version: string;
  now?: () => Date;
};

/** Meta's Conversions API over the Graph API. */
export function createMeta({
  graphUrl,
  version,
  now = () => new Date(),
}: MetaOptions): AdPlatform<MetaCredential, MetaSettings> {
  const call = (accessToken: string, request: { path: string; body?: object; timeoutMs: number }) =>
    sendRequest({
      method: request.body ? "POST" : "GET",
      url: `${graphUrl}/${version}${request.path}`,
      allowedBase: graphUrl,
      headers: {
        accept: "application/json",
        // In the header and not in the address, which ends up in logs.
        authorization: `Bearer ${accessToken}`,
        ...(request.body && { "content-type": "application/json" }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      timeoutMs: request.timeoutMs,
    });

  async function send(
    { credential, settings, assetId }: Destination<MetaCredential, MetaSettings>,
    event: BuiltEvent,
    { timeoutMs }: { timeoutMs: number },
  ) {
    const testEventCode = settings.testEventCode?.trim();
    const body = { data: [event.body], ...(testEventCode && { test_event_code: testEventCode }) };
    const response =
      isToken(credential.accessToken) && isPixelId(assetId)
        ? await call(credential.accessToken, { path: `/${assetId}/events`, body, timeoutMs })
        : notSent();
    return { response, result: interpretMetaResponse(response) };
  }

  return {
    id: "meta",
    name: "Meta",
    credentialSchema: MetaCredential,
    settingsSchema: MetaSettings,
    connect: { kind: "token" },
    pace: null,

    describe: () => ({
      assetWord: "pixel",
      windowText: "Meta takes events up to 7 days old",
      testModeText: "events are marked as tests",
      links: {
        credential: "https://business.facebook.com/events_manager2/",
        documentation: "https://developers.facebook.com/docs/marketing-api/conversions-api",
      },
    }),

    credentialEnding: ({ accessToken }) => accessToken.slice(-4),
    windowMs: () => 7 * DAY,
    isTestMode: ({ testEventCode }) => Boolean(testEventCode?.trim()),
    buildEvent: (conversion) => buildMetaEvent(conversion, now()),

    async checkCredential({ credential: { accessToken }, assetId }) {
      const response =
        isToken(accessToken) && isPixelId(assetId)
          ? await call(accessToken, { path: `/${assetId}?fields=id,name`, timeoutMs: CHECK_TIMEOUT_MS })
          : notSent();
      return interpretMetaCheck(response);
    },

    listAssets: createMetaAssets(async (accessToken, path) =>
      isToken(accessToken) ? call(accessToken, { path, timeoutMs: CHECK_TIMEOUT_MS }) : notSent(),
    ),

    send,

    async sendTest(destination, event, options) {
      // Without a code Meta counts the event as a real one.
      if (!destination.settings.testEventCode?.trim()) return { response: null, result: noTestEventCode };
      return send(destination, event, options);
    },
  };
}

/** Meta calls a token opaque text: only what a header cannot carry is refused here. */
const isToken = (accessToken: string) => /^[\x21-\x7e]{1,4096}$/.test(accessToken);
const isPixelId = (assetId: string) => /^\d{1,30}$/.test(assetId);

function notSent(): HttpResult {
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
