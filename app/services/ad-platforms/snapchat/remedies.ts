import {
  type CommonReason,
  checkRemedies,
  eventRemedies,
  type PlatformWords,
  testRemedies,
} from "#app/services/ad-platforms/shared/remedies.ts";

const WORDS: PlatformWords = {
  name: "Snapchat",
  asset: "pixel",
  assetId: "pixel ID",
  tokenSource: "Snapchat Ads Manager, Business Details",
};

export const EVENT_REMEDIES: Record<CommonReason, string> = {
  ...eventRemedies(WORDS),
  refused:
    "Snapchat refuses the event: it is older than 37 days, or says too little about the visitor. Read Snapchat's own words, then send the event again.",
};

export const CHECK_REMEDIES: Record<CommonReason, string> = {
  ...EVENT_REMEDIES,
  ...checkRemedies(WORDS),
  malformedCredential:
    "A pixel ID looks like 1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d, and an access token has no spaces. Copy both again from Snapchat Ads Manager.",
};

/** The texts for a test event. */
export const TEST_REMEDIES: Record<CommonReason, string> = {
  ...CHECK_REMEDIES,
  ...testRemedies(WORDS),
  refused: EVENT_REMEDIES.refused,
};
