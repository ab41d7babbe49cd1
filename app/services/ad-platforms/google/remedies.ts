import {
  type CommonReason,
  checkRemedies,
  eventRemedies,
  GOES_OUT,
  type PlatformWords,
  testRemedies,
} from "#app/services/ad-platforms/shared/remedies.ts";

export type GoogleReason =
  | CommonReason
  | "account"
  | "terms"
  | "conversionAction"
  | "consent"
  | "tooOld"
  | "click"
  | "anotherAccount"
  | "lost";

const WORDS: PlatformWords = {
  name: "Google Ads",
  asset: "conversion action",
  assetId: "conversion action",
  tokenSource: "Google Ads",
};

const SEND_AGAIN = "then send the event again.";

export const EVENT_REMEDIES: Record<GoogleReason, string> = {
  ...eventRemedies(WORDS),
  token: `Google no longer accepts the sign-in. Connect Google Ads again; ${GOES_OUT}`,
  tokenExpired: `The sign-in at Google has ended. Connect Google Ads again; ${GOES_OUT}`,
  malformedCredential: `The conversion action is malformed. Connect Google Ads again; ${GOES_OUT}`,
  permission: `The person who connected may not send conversions to this Google Ads account. Give them access there, or connect as somebody who has it; ${GOES_OUT}`,
  account: `Google does not let this Google Ads account take conversions. Read Google's own words, settle it in Google Ads and connect again; ${GOES_OUT}`,
  terms: `The terms for enhanced conversions are not accepted. Accept them in Google Ads under Goals, Settings, ${SEND_AGAIN}`,
  conversionAction: `Google does not know this conversion action, or it takes no uploads. Choose one of the type Import in Google Ads and connect again; ${GOES_OUT}`,
  consent:
    "Google dropped the event for want of the visitor's consent. Check the consent text of the form; this event is not counted.",
  tooOld:
    "The event is older than the conversion action's window. Verify claims sooner, or choose a longer window in Google Ads.",
  click: "Google does not know the click, and it could match nobody else. This event is not counted.",
  anotherAccount:
    "The click belongs to another Google Ads account. Connect the account that runs the ads, then send the event again.",
  lost: "Google lost the event. Nothing to do: we'll send it again with the same ID.",
};

export const CHECK_REMEDIES: Record<GoogleReason, string> = {
  ...EVENT_REMEDIES,
  ...checkRemedies(WORDS),
  token: "Google does not accept the sign-in. Connect Google Ads again.",
  tokenExpired: "The sign-in at Google has ended. Connect Google Ads again.",
  malformedCredential:
    "Check both numbers: a customer ID has ten digits, a conversion action's ID digits only. A call joins them with a slash: 1234567890/987654321.",
  permission: "You may not send conversions to this Google Ads account. Ask its administrator for access.",
  account: "Google does not let this account take conversions. Read Google's own words and settle it there.",
  terms: "Accept the terms for enhanced conversions in Google Ads under Goals, Settings, then try again.",
  conversionAction:
    "Google does not know this conversion action, or it takes no uploads. Check both numbers; its type must be Import.",
  refused: "Google refuses this account or conversion action. Check both numbers in Google Ads.",
};

/** The texts for a test event. */
export const TEST_REMEDIES: Record<GoogleReason, string> = {
  ...CHECK_REMEDIES,
  ...testRemedies(WORDS),
};
