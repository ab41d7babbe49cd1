import { z } from "zod";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { sendRequest } from "#app/lib/http-client.server.ts";
import type {
  AdPlatform,
  Asset,
  BuiltEvent,
  Destination,
  PlatformRefusal,
} from "#app/services/ad-platforms/ad-platform.ts";
import {
  accessToken,
  isToken,
  notSent,
  withoutSecret,
} from "#app/services/ad-platforms/shared/access-token.ts";
import { weighedKeys } from "#app/services/ad-platforms/shared/match-quality.ts";
import { noTestEventCode, unidentifiedPerson } from "#app/services/ad-platforms/shared/remedies.ts";
import { isRecord, readRecords } from "#app/services/ad-platforms/shared/response-body.ts";
import {
  type TestCodeSettings,
  testCodeField,
  tokenPlatform,
} from "#app/services/ad-platforms/shared/token-platform.ts";
import { buildTikTokEvent, isMatchable } from "./event.ts";
import { EVENT_REMEDIES, TEST_REMEDIES } from "./remedies.ts";
import { interpretTikTokProbe, interpretTikTokRead, interpretTikTokResponse } from "./response.ts";

const CHECK_TIMEOUT_MS = 10 * SECOND;
const PIXELS_MAX = 100;

const TikTokCredential = z.object({
  accessToken,
  /** Only with it can pixels be listed; a token from Events Manager works without. */
  advertiserId: z
    .string()
    .regex(/^\d{1,30}$/, "An advertiser ID has digits only. Copy it from TikTok Ads Manager.")
    .nullable()
    .default(null),
});
export type TikTokCredential = z.infer<typeof TikTokCredential>;

export type TikTokSettings = TestCodeSettings;

type TikTokOptions = {
  /** `https://business-api.tiktok.com`, or the sandbox's URL. */
  apiUrl: string;
  windowDays?: number;
  isPhoneWithPlus?: boolean;
  now?: () => Date;
};
type TikTokDestination = Destination<TikTokCredential, TikTokSettings>;

const MATCH_KEYS = weighedKeys({
  group: "user",
  fields: {
    email: ["email"],
    phone: ["phone"],
    clickId: ["ttclid"],
    browserId: ["ttp"],
    personId: ["external_id"],
    device: ["ip", "user_agent"],
    country: ["country"],
  },
});

export function createTikTok({
  apiUrl,
  windowDays = 7,
  isPhoneWithPlus = true,
  now = () => new Date(),
}: TikTokOptions): AdPlatform<TikTokCredential, TikTokSettings> {
  async function call(accessToken: string, request: { path: string; body?: object; timeoutMs: number }) {
    if (!isToken(accessToken)) return notSent();
    const response = await sendRequest({
      method: request.body ? "POST" : "GET",
      url: `${apiUrl}/open_api/v1.3${request.path}`,
      allowedBase: apiUrl,
      headers: { "access-token": accessToken, "content-type": "application/json" },
      ...(request.body && { body: JSON.stringify(request.body) }),
      timeoutMs: request.timeoutMs,
    });
    return withoutSecret(response, accessToken);
  }

  /** Without its last slash TikTok does not know the path. */
  const track = (
    { credential, settings, assetId }: TikTokDestination,
    data: BuiltEvent["body"][],
    timeoutMs: number,
  ) => {
    if (!isPixelCode(assetId)) return Promise.resolve(notSent());
    const body = {
      event_source: "web",
      event_source_id: assetId,
      ...testCodeField(settings),
      data,
    };
    return call(credential.accessToken, { path: "/event/track/", body, timeoutMs });
  };

  async function send(
    destination: TikTokDestination,
    event: BuiltEvent,
    { timeoutMs }: { timeoutMs: number },
    remedies = EVENT_REMEDIES,
  ) {
    if (!isMatchable(event)) return unidentifiedPerson("TikTok");
    const response = await track(destination, [event.body], timeoutMs);
    return { response, result: interpretTikTokResponse(response, remedies) };
  }

  async function listAssets({
    accessToken,
    advertiserId,
  }: TikTokCredential): Promise<{ ok: true; assets: Asset[] } | PlatformRefusal> {
    if (advertiserId === null) return { ok: true, assets: [] };
    const query = new URLSearchParams({ advertiser_id: advertiserId, page_size: String(PIXELS_MAX) });
    const read = interpretTikTokRead(
      await call(accessToken, { path: `/pixel/list/?${query}`, timeoutMs: CHECK_TIMEOUT_MS }),
    );
    if (!read.ok) return read;
    const pixels = isRecord(read.data) ? readRecords(read.data.pixels) : [];
    return { ok: true, assets: pixels.flatMap((pixel) => toAsset(pixel) ?? []) };
  }

  return {
    id: "tiktok",
    name: "TikTok",
    consentNames: ["TikTok", "Tik Tok"],
    credentialSchema: TikTokCredential,
    ...tokenPlatform,
    needsAssetId: true,

    describe: () => ({
      assetWord: "pixel",
      assetIdHint: "The pixel code under Events Manager, your pixel, Settings: about 20 letters and digits",
      tokenStep: "In Events Manager, open Settings and choose Generate access token.",
      adParameters: {
        query:
          "utm_source=tiktok&utm_medium=paid&utm_campaign=__CAMPAIGN_NAME__&utm_content=__CID_NAME__&utm_term=__AID_NAME__" +
          "&campaign_id=__CAMPAIGN_ID__&adgroup_id=__AID__&ad_id=__CID__",
        isOfAddress: true,
        place: "In TikTok Ads Manager, open the ad and paste it into the field “URL” under Destination.",
        note: null,
      },
      windowText: `TikTok accepts events up to ${windowDays} days old`,
      correctionText:
        "TikTok documents no way to change an event that it has accepted. Subtract the difference when you read its reports.",
      testModeText: "events are marked as tests",
      erasureText:
        "Remove the person from your customer files under Audiences, and ask TikTok's support about the event ID. They can clear it themselves under Settings > Ads > Off-TikTok activity.",
      decisionTexts: null,
      links: {
        credential: "https://ads.tiktok.com/i18n/events_manager",
        documentation: "https://business-api.tiktok.com/portal/docs?id=1771100865818625",
      },
    }),

    recognizesToken: (text) => /^[0-9a-f]{40}$/.test(text),
    matchKeys: MATCH_KEYS,
    windowMs: () => windowDays * DAY,
    buildEvent: (conversion) => buildTikTokEvent(conversion, now(), { isPhoneWithPlus }),

    /** No call only checks, so an empty list of events is sent: TikTok refuses it after reading the token. */
    async checkCredential(destination) {
      const { assetId } = destination;
      const probed = interpretTikTokProbe(await track(destination, [], CHECK_TIMEOUT_MS));
      if (!probed.ok) return probed;
      const listed = await listAssets(destination.credential);
      const known = listed.ok ? listed.assets.find(({ id }) => id === assetId) : undefined;
      return { ok: true, asset: known ?? { id: assetId, name: `Pixel ${assetId}`, type: "pixel" } };
    },

    listAssets,
    send: (destination, event, options) => send(destination, event, options),

    async sendTest(destination, event, options) {
      // Without a code TikTok counts the event as a real one.
      if (!destination.settings.testEventCode?.trim()) return noTestEventCode("TikTok Events Manager");
      return send(destination, event, options, TEST_REMEDIES);
    },
  };
}

/** The longest is not documented. */
const isPixelCode = (assetId: string) => /^[A-Za-z0-9]{1,64}$/.test(assetId);

function toAsset({ pixel_code, pixel_name }: Record<string, unknown>): Asset | null {
  if (typeof pixel_code !== "string") return null;
  const name = typeof pixel_name === "string" && pixel_name !== "" ? pixel_name : `Pixel ${pixel_code}`;
  return { id: pixel_code, name, type: "pixel" };
}
