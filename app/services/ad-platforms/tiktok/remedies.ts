import {
  type CommonReason,
  checkRemedies,
  eventRemedies,
  GOES_OUT,
  type PlatformWords,
  testRemedies,
} from "#app/services/ad-platforms/shared/remedies.ts";

export type TikTokReason = CommonReason | "access" | "account";

const WORDS: PlatformWords = {
  name: "TikTok",
  asset: "pixel",
  assetId: "pixel code",
  tokenSource: "TikTok Events Manager",
};

export const EVENT_REMEDIES: Record<TikTokReason, string> = {
  ...eventRemedies(WORDS),
  access: `TikTok does not let this access token use the Events API. Make a new token in TikTok Events Manager, with a user who is an admin or operator of the ad account, and connect TikTok again; ${GOES_OUT}`,
  account: `TikTok has restricted the ad account. Settle it in TikTok Ads Manager, then connect TikTok again; ${GOES_OUT}`,
};

export const CHECK_REMEDIES: Record<TikTokReason, string> = {
  ...EVENT_REMEDIES,
  ...checkRemedies(WORDS),
  malformedCredential:
    "A pixel code has only letters and digits, and an access token has no spaces. Copy both again from TikTok Events Manager.",
  access:
    "TikTok does not let this access token use the Events API. Make one as an admin or operator of the ad account.",
  account: "TikTok has restricted the ad account. Settle it in TikTok Ads Manager first.",
};

/** The texts for a test event. */
export const TEST_REMEDIES: Record<TikTokReason, string> = {
  ...CHECK_REMEDIES,
  ...testRemedies(WORDS),
};
