import { z } from "zod";
import { DAY, SECOND } from "#app/lib/dates.ts";
import { sendRequest } from "#app/lib/http-client.server.ts";
import type { AdPlatform, BuiltEvent, Destination } from "#app/services/ad-platforms/ad-platform.ts";
import { isToken, notSent, withoutSecret } from "#app/services/ad-platforms/shared/access-token.ts";
import { hashText, normalizeEmailForHash } from "#app/services/ad-platforms/shared/identifiers.ts";
import type { WeighedKey } from "#app/services/ad-platforms/shared/match-quality.ts";
import { unidentifiedPerson } from "#app/services/ad-platforms/shared/remedies.ts";
import { readAssetId } from "./asset-id.ts";
import { buildGoogleEvent, isMatchable } from "./event.ts";
import { createGoogleOAuth, GoogleCredential, type GoogleOAuthOptions } from "./oauth.ts";
import { interpretGoogleCheck, interpretGoogleIngest, interpretGoogleValidation } from "./response.ts";
import { interpretGoogleStatus } from "./result.ts";

const CHECK_TIMEOUT_MS = 10 * SECOND;

const customerId = z
  .string()
  .transform((text) => text.replaceAll("-", "").trim())
  .pipe(z.string().regex(/^\d{10}$/, "A customer ID has ten digits. Copy it from the top of Google Ads."));

const WINDOW = "A conversion window has 1 to 90 days";
const GoogleSettings = z.object({
  /** How long after the click a conversion counts. Google's default, which the owner may change. */
  windowDays: z.number().int(WINDOW).min(1, WINDOW).max(90, WINDOW).default(90),
  /** The manager account through which the account is reached. */
  managerId: customerId.nullable().default(null),
});
export type GoogleSettings = z.infer<typeof GoogleSettings>;

type GoogleOptions = Partial<Omit<GoogleOAuthOptions, "now">> & {
  /** `https://datamanager.googleapis.com`, or the sandbox's URL. */
  apiUrl: string;
  perMinute?: number;
  userProject?: string | null;
  now?: () => Date;
};
type GoogleDestination = Destination<GoogleCredential, GoogleSettings>;

/** Google takes fewer kinds than the others, and a click decides most. */
const MATCH_KEYS: WeighedKey[] = [
  { key: "email", weight: 40, isIn: (body) => JSON.stringify(body.userData ?? "").includes("emailAddress") },
  { key: "clickId", weight: 35, isIn: (body) => body.adIdentifiers !== undefined },
  { key: "phone", weight: 25, isIn: (body) => JSON.stringify(body.userData ?? "").includes("phoneNumber") },
];

export function createGoogle({
  apiUrl,
  perMinute = 300,
  userProject = null,
  now = () => new Date(),
  authorizeUrl = "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl = "https://oauth2.googleapis.com/token",
  clientId = null,
  clientSecret = null,
}: GoogleOptions): AdPlatform<GoogleCredential, GoogleSettings> {
  async function call(accessToken: string, request: { path: string; body?: object; timeoutMs: number }) {
    if (!isToken(accessToken)) return notSent();
    const response = await sendRequest({
      method: request.body ? "POST" : "GET",
      url: `${apiUrl}/v1/${request.path}`,
      allowedBase: apiUrl,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${accessToken}`,
        ...(request.body && { "content-type": "application/json" }),
        ...(userProject && { "x-goog-user-project": userProject }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      timeoutMs: request.timeoutMs,
    });
    return withoutSecret(response, accessToken);
  }

  async function ingest(
    { credential, settings, assetId }: GoogleDestination,
    event: BuiltEvent["body"],
    { timeoutMs, isOnlyChecked }: { timeoutMs: number; isOnlyChecked: boolean },
  ) {
    const action = readAssetId(assetId);
    if (!action) return notSent();
    const account = (accountId: string) => ({ accountType: "GOOGLE_ADS", accountId });
    const destination = {
      operatingAccount: account(action.accountId),
      ...(settings.managerId && { loginAccount: account(settings.managerId) }),
      productDestinationId: action.actionId,
    };
    const body = {
      destinations: [destination],
      ...(event.userData !== undefined && { encoding: "HEX" }),
      events: [event],
      ...(isOnlyChecked && { validateOnly: true }),
    };
    return call(credential.accessToken, { path: "events:ingest", body, timeoutMs });
  }

  return {
    id: "google",
    name: "Google Ads",
    consentNames: ["Google"],
    credentialSchema: GoogleCredential,
    settingsSchema: GoogleSettings,
    settingFields: [
      {
        name: "managerId",
        label: "Manager account (optional)",
        hint: "The customer ID of the manager account, if you use this account through one: 123-456-7890",
      },
      {
        name: "windowDays",
        label: "Conversion window in days",
        hint: "The click-through window of the conversion action, 1 to 90 days. Later events are not sent.",
      },
    ],
    connect: createGoogleOAuth({ authorizeUrl, tokenUrl, clientId, clientSecret, now }),
    pace: { perMinute, scope: "project" },
    eventNames: null,

    describe: ({ windowDays }) => ({
      assetWord: "conversion action",
      assetIdHint:
        "The number after ctId= in the address of the conversion action's page under Goals, Conversions, Summary: 987654321",
      assetAccount: {
        label: "Customer ID",
        hint: "The ten digits at the top right of Google Ads, of the account that owns the conversion action: 123-456-7890",
      },
      adParameters: {
        query:
          "utm_source=google&utm_medium=paid&utm_campaign={campaignid}&utm_term={keyword}" +
          "&campaign_id={campaignid}&adgroup_id={adgroupid}&ad_id={creative}",
        isOfAddress: false,
        place:
          "In Google Ads, open the settings of the campaign or the account and paste it into the field “Final URL suffix” under URL options. The final URL stays your form’s address, and needs no tracking template.",
        note: "Google Ads has no placeholders for the names of campaigns, ad groups and ads, so your claims show their ids.",
      },
      windowText: `Google Ads accepts events up to ${windowDays} days old`,
      correctionText:
        "Google Ads takes adjustments under Goals, Conversions, Uploads: restate the value, or retract it after a chargeback. The order ID is the event ID.",
      testModeText: "events are checked and not kept",
      erasureText:
        "Upload a conversion adjustment of the type Retraction with the event ID, and remove the person from your customer lists in Audience manager.",
      decisionTexts: null,
      links: {
        credential: "https://ads.google.com/aw/conversions",
        documentation: "https://developers.google.com/data-manager/api",
      },
    }),

    credentialEnding: ({ refreshToken }) => refreshToken.slice(-4),
    // An access token or a refresh token.
    recognizesToken: (text) => /^(ya29\.|1\/\/)/.test(text),
    matchKeys: MATCH_KEYS,
    windowMs: ({ windowDays }) => windowDays * DAY,
    // Google keeps nothing of a test: a lasting test mode would lose every event.
    isTestMode: () => false,
    buildEvent: (conversion) => buildGoogleEvent(conversion, now()),

    async checkCredential(destination) {
      const action = readAssetId(destination.assetId);
      const options = { timeoutMs: CHECK_TIMEOUT_MS, isOnlyChecked: true };
      const checked = interpretGoogleCheck(await ingest(destination, sampleEvent(now()), options));
      if (!checked.ok) return checked;
      const id = action ? `${action.accountId}/${action.actionId}` : destination.assetId;
      return { ok: true, asset: { id, name: `Conversion action ${id}`, type: "conversion action" } };
    },

    /** Only the Google Ads API lists conversion actions, to holders of a developer token. */
    listAssets: async () => ({ ok: true, assets: [] }),

    async send(destination, event, { timeoutMs }) {
      if (!isMatchable(event)) return unidentifiedPerson("Google Ads");
      const response = await ingest(destination, event.body, { timeoutMs, isOnlyChecked: false });
      return { response, result: interpretGoogleIngest(response) };
    },

    async sendTest(destination, event, { timeoutMs }) {
      const response = await ingest(destination, event.body, { timeoutMs, isOnlyChecked: true });
      return { response, result: interpretGoogleValidation(response) };
    },

    async checkResult({ credential }, receipt, { timeoutMs }) {
      const path = `requestStatus:retrieve?${new URLSearchParams({ requestId: receipt })}`;
      const response = await call(credential.accessToken, { path, timeoutMs });
      return { response, result: interpretGoogleStatus(response, receipt) };
    },
  };
}

/** An event without a person, to be checked and not stored. */
const sampleEvent = (now: Date): BuiltEvent["body"] => ({
  transactionId: "connection-check",
  eventTimestamp: now.toISOString(),
  eventSource: "WEB",
  userData: { userIdentifiers: [{ emailAddress: hashText("person@example.com", normalizeEmailForHash) }] },
  consent: { adUserData: "CONSENT_DENIED", adPersonalization: "CONSENT_DENIED" },
});
