/** What a column of an ad platform's export can mean. */
export const SPEND_MEANINGS = [
  ...(["day", "week", "from", "to", "amount", "currency", "adPlatform", "accountId", "accountName"] as const),
  ...(["campaign", "campaignId", "adSet", "adSetId", "ad", "adId"] as const),
  ...(["impressions", "clicks", "conversions"] as const),
] as const;
export type SpendMeaning = (typeof SPEND_MEANINGS)[number];

/** The ad platforms whose exports are known. */
export const SPEND_PLATFORMS = ["meta", "google", "tiktok", "snapchat"] as const;
export type SpendPlatform = (typeof SPEND_PLATFORMS)[number];
