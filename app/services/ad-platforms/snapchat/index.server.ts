import { z } from "zod";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { sendRequest } from "#app/lib/http-client.server.ts";
import type { AdPlatform, BuiltEvent, Destination } from "#app/services/ad-platforms/ad-platform.ts";
import {
  accessToken,
  isToken,
  notSent,
  withoutSecret,
} from "#app/services/ad-platforms/shared/access-token.ts";
import { weighedKeys } from "#app/services/ad-platforms/shared/match-quality.ts";
import { unidentifiedPerson } from "#app/services/ad-platforms/shared/remedies.ts";
import {
  type TestCodeSettings,
  testCodeField,
  tokenPlatform,
} from "#app/services/ad-platforms/shared/token-platform.ts";
import { buildSnapchatEvent, isMatchable } from "./event.ts";
import { nameWithoutAmount, snapchatNames } from "./event-names.ts";
import { TEST_REMEDIES } from "./remedies.ts";
import { interpretSnapchatCheck, interpretSnapchatResponse } from "./response.ts";
import { sampleEvent } from "./sample-event.ts";

const CHECK_TIMEOUT_MS = 10 * SECOND;

const SnapchatCredential = z.object({ accessToken });
export type SnapchatCredential = z.infer<typeof SnapchatCredential>;

export type SnapchatSettings = TestCodeSettings;

type SnapchatOptions = {
  /** `https://tr.snapchat.com`, or the sandbox's URL. */
  apiUrl: string;
  now?: () => Date;
};
type SnapchatDestination = Destination<SnapchatCredential, SnapchatSettings>;

const MATCH_KEYS = weighedKeys({
  group: "user_data",
  fields: {
    email: ["em"],
    phone: ["ph"],
    clickId: ["sc_click_id"],
    browserId: ["sc_cookie1"],
    personId: ["external_id"],
    device: ["client_ip_address", "client_user_agent"],
    country: ["country"],
  },
});

export function createSnapchat({
  apiUrl,
  now = () => new Date(),
}: SnapchatOptions): AdPlatform<SnapchatCredential, SnapchatSettings> {
  /** The token travels in the address: Snapchat documents no other place for it. */
  async function post(
    path: "events" | "events/validate",
    { credential: { accessToken }, settings, assetId }: SnapchatDestination,
    event: BuiltEvent["body"],
    timeoutMs: number,
  ) {
    if (!isToken(accessToken) || !isPixelId(assetId)) return notSent();
    const response = await sendRequest({
      method: "POST",
      url: `${apiUrl}/v3/${assetId}/${path}?access_token=${encodeURIComponent(accessToken)}`,
      allowedBase: apiUrl,
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify({ data: [event], ...testCodeField(settings) }),
      timeoutMs,
    });
    return withoutSecret(response, accessToken);
  }

  return {
    id: "snapchat",
    name: "Snapchat",
    credentialSchema: SnapchatCredential,
    ...tokenPlatform,
    needsAssetId: true,

    describe: () => ({
      assetWord: "pixel",
      assetIdHint: "The Pixel ID under Events Manager, your pixel: 36 characters with four hyphens",
      tokenStep: "In Ads Manager, open Business Details and choose Generate Token.",
      adParameters: {
        query:
          "utm_source=snapchat&utm_medium=paid&utm_campaign={{campaign.name}}&utm_content={{creative.name}}&utm_term={{adSet.name}}" +
          "&campaign_id={{campaign.id}}&adset_id={{adSet.id}}&ad_id={{ad.id}}",
        isOfAddress: true,
        place: "In Snapchat Ads Manager, open the ad and paste it into the field “Website URL”.",
        note: "Snapchat has no placeholder for the name of an ad; the name of its creative stands in.",
      },
      windowText: "Snapchat accepts events up to 37 days old",
      correctionText:
        "Snapchat documents no way to change an event that it has accepted. Subtract the difference when you read its reports.",
      testModeText: "events are marked as tests",
      erasureText:
        "Remove the person from your customer lists under Audiences, and ask Snap's support about the event ID. They can limit it themselves under Settings > Privacy > Ad preferences.",
      decisionTexts: null,
      links: {
        credential: "https://ads.snapchat.com/",
        documentation: "https://developers.snap.com/api/marketing-api/Conversions-API/Introduction",
      },
    }),

    // A JSON Web Token.
    recognizesToken: (text) => /^eyJ[\w-]{10,}\./.test(text),
    eventNames: snapchatNames,
    matchKeys: MATCH_KEYS,
    windowMs: () => 37 * DAY,
    nameWithoutAmount,
    buildEvent: (conversion) => buildSnapchatEvent(conversion, now()),

    /** Snapchat checks an invented event and keeps none. */
    async checkCredential(destination) {
      const { assetId } = destination;
      const response = await post("events/validate", destination, sampleEvent(now()), CHECK_TIMEOUT_MS);
      const checked = interpretSnapchatCheck(response);
      return checked.ok
        ? { ok: true, asset: { id: assetId, name: `Pixel ${assetId}`, type: "pixel" } }
        : checked;
    },

    /** Only an OAuth token of the Ads API lists pixels; a Conversions API token does not. */
    listAssets: async () => ({ ok: true, assets: [] }),

    async send(destination, event, { timeoutMs }) {
      if (!isMatchable(event)) return unidentifiedPerson("Snapchat");
      const response = await post("events", destination, event.body, timeoutMs);
      return { response, result: interpretSnapchatResponse(response) };
    },

    async sendTest(destination, event, { timeoutMs }) {
      const response = await post("events/validate", destination, event.body, timeoutMs);
      return { response, result: interpretSnapchatResponse(response, TEST_REMEDIES) };
    },
  };
}

const isPixelId = (assetId: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(assetId);
