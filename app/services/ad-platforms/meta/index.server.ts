import { z } from "zod";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { AdPlatform, BuiltEvent, Destination } from "#app/services/ad-platforms/ad-platform.ts";
import { accessToken, isToken, notSent } from "#app/services/ad-platforms/shared/access-token.ts";
import { weighedKeys } from "#app/services/ad-platforms/shared/match-quality.ts";
import { noTestEventCode, unidentifiedPerson } from "#app/services/ad-platforms/shared/remedies.ts";
import {
  type TestCodeSettings,
  testCodeField,
  tokenPlatform,
} from "#app/services/ad-platforms/shared/token-platform.ts";
import { createMetaAssets } from "./assets.ts";
import { buildMetaEvent, isMatchable, nameWithoutAmount } from "./event.ts";
import { createGraph, type GraphOptions } from "./graph.ts";
import { EVENT_REMEDIES, TEST_REMEDIES } from "./remedies.ts";
import { interpretMetaCheck, interpretMetaResponse } from "./response.ts";

const CHECK_TIMEOUT_MS = 10 * SECOND;

export const MetaCredential = z.object({ accessToken });
export type MetaCredential = z.infer<typeof MetaCredential>;

export type MetaSettings = TestCodeSettings;

type MetaOptions = GraphOptions & { now?: () => Date };

const MATCH_KEYS = weighedKeys({
  group: "user_data",
  fields: {
    email: ["em"],
    phone: ["ph"],
    clickId: ["fbc"],
    browserId: ["fbp"],
    personId: ["external_id"],
    device: ["client_ip_address", "client_user_agent"],
    country: ["country"],
  },
});

export function createMeta({
  graphUrl,
  version,
  now = () => new Date(),
}: MetaOptions): AdPlatform<MetaCredential, MetaSettings> {
  const call = createGraph({ graphUrl, version });

  async function send(
    { credential, settings, assetId }: Destination<MetaCredential, MetaSettings>,
    event: BuiltEvent,
    { timeoutMs }: { timeoutMs: number },
    remedies = EVENT_REMEDIES,
  ) {
    if (!isMatchable(event)) return unidentifiedPerson("Meta");
    const body = { data: [event.body], ...testCodeField(settings) };
    const response =
      isToken(credential.accessToken) && isPixelId(assetId)
        ? await call(credential.accessToken, { path: `/${assetId}/events`, body, timeoutMs })
        : notSent();
    return { response, result: interpretMetaResponse(response, remedies) };
  }

  return {
    id: "meta",
    name: "Meta",
    consentNames: ["Meta", "Facebook", "Instagram"],
    credentialSchema: MetaCredential,
    ...tokenPlatform,

    describe: () => ({
      assetWord: "pixel",
      assetIdHint: "The ID under Events Manager, Data sources, your pixel, Settings: about 15 digits",
      tokenStep: "In Events Manager, open Settings and choose Generate access token.",
      adParameters: {
        query:
          "utm_source=facebook&utm_medium=paid&utm_campaign={{campaign.name}}&utm_content={{ad.name}}&utm_term={{adset.name}}" +
          "&campaign_id={{campaign.id}}&adset_id={{adset.id}}&ad_id={{ad.id}}",
        isOfAddress: false,
        place:
          "In Ads Manager, open the ad and paste it into the field “URL parameters” under Tracking. The website URL stays your form’s address.",
        note: null,
      },
      windowText: "Meta accepts events up to 7 days old",
      correctionText:
        "Meta documents no way to change an event that it has accepted. Subtract the difference when you read its reports.",
      testModeText: "events are marked as tests",
      erasureText:
        "Meta can't delete individual events. Remove the person from your customer lists under Audiences. They can clear it themselves under Settings > Your activity off Meta technologies.",
      decisionTexts: {
        sent: messages.submissions.updatedAndSent,
        notSent: messages.submissions.updatedNotSent,
      },
      links: {
        credential: "https://business.facebook.com/events_manager2/",
        documentation: "https://developers.facebook.com/docs/marketing-api/conversions-api",
      },
    }),

    // A habit of Meta's, not a rule: what looks otherwise is checked all the same.
    recognizesToken: (text) => /^EAA\w{20,}$/.test(text),
    restrictsFinancialDetails: true,
    matchKeys: MATCH_KEYS,
    windowMs: () => 7 * DAY,
    nameWithoutAmount,
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

    send: (destination, event, options) => send(destination, event, options),

    async sendTest(destination, event, options) {
      // Without a code Meta counts the event as a real one.
      if (!destination.settings.testEventCode?.trim()) return noTestEventCode("Events Manager");
      return send(destination, event, options, TEST_REMEDIES);
    },
  };
}

const isPixelId = (assetId: string) => /^\d{1,30}$/.test(assetId);
