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
import { nobodyToMatch } from "#app/services/ad-platforms/shared/remedies.ts";
import {
  type TestCodeSettings,
  testCodeField,
  tokenPlatform,
} from "#app/services/ad-platforms/shared/token-platform.ts";
import { buildPinboardEvent, isMatchable } from "./event.ts";
import { interpretCheck, interpretResponse } from "./response.ts";

const CHECK_TIMEOUT_MS = 10 * SECOND;
const Credential = z.object({ accessToken });
type Credential = z.infer<typeof Credential>;

const matchKeys = weighedKeys({
  group: "user_data",
  fields: {
    email: ["em"],
    phone: ["ph"],
    clickId: ["click_id"],
    browserId: ["browser_id"],
    personId: ["external_id"],
    device: ["client_ip_address", "client_user_agent"],
    country: ["country"],
  },
});

export function createPinboard({
  apiUrl,
  now = () => new Date(),
}: {
  apiUrl: string;
  now?: () => Date;
}): AdPlatform<Credential, TestCodeSettings> {
  async function post(
    { credential: { accessToken: token }, settings, assetId }: Destination<Credential, TestCodeSettings>,
    data: BuiltEvent["body"][],
    timeoutMs: number,
  ) {
    if (!isToken(token) || !/^\d{5,20}$/.test(assetId)) return notSent();
    const response = await sendRequest({
      method: "POST",
      url: `${apiUrl}/pinboard/ad_accounts/${assetId}/events`,
      allowedBase: apiUrl,
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ data, ...testCodeField(settings) }),
      timeoutMs,
    });
    return withoutSecret(response, token);
  }

  return {
    id: "pinboard",
    name: "Pinboard",
    credentialSchema: Credential,
    ...tokenPlatform,
    describe: () => ({
      assetWord: "ad account",
      assetIdHint: "The number in the address of your ad account",
      windowText: "Pinboard accepts events up to 7 days old",
      correctionText: "Pinboard documents no way to change an event that it has accepted.",
      testModeText: "events are marked as tests",
      erasureText: "Ask Pinboard’s support about the event id.",
      decisionTexts: null,
      links: { credential: "https://ads.pinboard.example/", documentation: "https://pinboard.example/docs" },
    }),
    matchKeys,
    windowMs: () => 7 * DAY,
    buildEvent: (conversion) => buildPinboardEvent(conversion, now()),

    async checkCredential(destination) {
      const checked = interpretCheck(await post(destination, [], CHECK_TIMEOUT_MS));
      const { assetId: id } = destination;
      return checked.ok ? { ok: true, asset: { id, name: `Ad account ${id}`, type: "ad account" } } : checked;
    },
    listAssets: async () => ({ ok: true, assets: [] }),

    async send(destination, event, { timeoutMs }) {
      if (!isMatchable(event)) return nobodyToMatch("Pinboard");
      const response = await post(destination, [event.body], timeoutMs);
      return { response, result: interpretResponse(response) };
    },
    async sendTest(destination, event, { timeoutMs }) {
      const response = await post(destination, [event.body], timeoutMs);
      return { response, result: interpretResponse(response) };
    },
  };
}
