/** What a column of an ad platform's export can mean. */
export const SPEND_MEANINGS = [
  "day",
  "week",
  "from",
  "to",
  "amount",
  "currency",
  "adPlatform",
  "accountId",
  "accountName",
  "campaign",
  "campaignId",
  "adSet",
  "adSetId",
  "ad",
  "adId",
  "impressions",
  "clicks",
  "conversions",
] as const;
export type SpendMeaning = (typeof SPEND_MEANINGS)[number];

/** The ad platforms whose exports are known. */
export const SPEND_PLATFORMS = ["meta", "google", "tiktok", "snapchat"] as const;
export type SpendPlatform = (typeof SPEND_PLATFORMS)[number];
/** The answer for another one, which has a name. */
export const OTHER_PLATFORM = "other";
/** As long as the columns that store it. */
const PLATFORM_NAME = /^[\x21-\x7e](?:[\x20-\x7e]{0,18}[\x21-\x7e])?$/;

/** The name that an ad platform without an id of its own is stored under; null where it has no room. */
export function toPlatformName(text: string): string | null {
  if (text.length > 100) return null;
  const name = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return PLATFORM_NAME.test(name) && /[a-z]/i.test(name) && name.toLowerCase() !== OTHER_PLATFORM
    ? name
    : null;
}

/** What names of one ad platform have in common, whatever their case and blanks. */
export const toPlatformKey = (name: string): string => name.toLowerCase().replace(/\s+/g, "");

/** What an owner is asked of a file. */
export type SpendQuestion = {
  id: "sheet" | "columns" | "adPlatform" | "currency" | "dateOrder" | "period";
  /** Which question of `columns` it is. */
  about: "meanings" | "decimalMark" | null;
  options: string[];
  guess: string | null;
};

/** Whether a file has all campaigns of its days: then those of earlier files do not count. */
export const SPEND_CAMPAIGNS = ["some", "all"] as const;
export type SpendCampaigns = (typeof SPEND_CAMPAIGNS)[number];

/** Why rows of a file do not count, or only in part: something else says the same, or says it in parts. */
export const LEFT_OUT_REASONS = ["connected", "later", "parts", "campaigns", "days"] as const;

/** Rows of a file that do not count. */
export type LeftOut = {
  reason: (typeof LEFT_OUT_REASONS)[number];
  rows: number;
  sums: { amount: string; currency: string }[];
  /** The first campaigns. */
  campaigns: string[];
};
