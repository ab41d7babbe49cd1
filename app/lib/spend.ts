/** The levels of an ad platform's account, the highest first. */
export const AD_LEVELS = ["campaign", "adSet", "ad"] as const;
export type AdLevel = (typeof AD_LEVELS)[number];

/** What an ad platform calls a campaign, ad set or ad. */
export type AdName = { objectId: string | null; name: string | null };

/** What was spent on a day or in a period, on an ad where that is known. */
export type Spend = {
  day: string;
  /** The last day of a period that it is for as a whole. */
  toDay?: string;
  /** Empty for an amount by hand. */
  adPlatform: string;
  /** Empty where nobody said it. */
  accountId: string;
  campaign: AdName | null;
  adSet: AdName | null;
  ad: AdName | null;
  /** Whether the file has lost the id of an ad that it does not name: it is no total of others. */
  hasUnknownAd?: boolean;
  /** Of an amount by hand. */
  source: string | null;
  currency: string;
  /** Negative for a credit. */
  amount: string;
  impressions: number | null;
  clicks: number | null;
  /** What the ad platform counts itself. */
  conversions: string | null;
};

/** No period of a report is longer. */
export const SPEND_PERIOD_MAX_DAYS = 400;
/** The length of the columns of names. */
export const AD_NAME_MAX = 400;

/** As names are compared: "Summer  Sale – LATAM" and "summer_sale-latam" are one. */
export function toNameKey(name: string): string {
  const folded = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "");
  const words = folded.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  // A name of signs only is compared as it is.
  const key = words === "" ? folded.trim() : words;
  return [...key.normalize("NFC")].slice(0, AD_NAME_MAX).join("").trimEnd();
}
