/** In a consent text it stands for the ad platforms that the form sends to. */
export const AD_PLATFORMS_PLACEHOLDER = "{adPlatforms}";

export const hasPlaceholder = (text: string): boolean => text.includes(AD_PLATFORMS_PLACEHOLDER);

/** The first word in braces that stands for nothing. */
export const findUnknownPlaceholder = (text: string): string | undefined =>
  text.match(/(?<!\{)\{+[^{}]*\}+/g)?.find((word) => word !== AD_PLATFORMS_PLACEHOLDER);

/** The ad platforms that a consent text covers: all or some; null, which covers all, until its owner says it. */
export type ConsentCovers = "all" | string[] | null;

export const isCovered = (covers: ConsentCovers, adPlatform: string): boolean =>
  covers === null || covers === "all" || covers.includes(adPlatform);

export const readCovers = (stored: string | null): ConsentCovers =>
  stored === null ? null : (JSON.parse(stored) as ConsentCovers);

export const storeCovers = (covers: ConsentCovers): string | null => covers && JSON.stringify(covers);

export const isSameList = (one: ConsentCovers, other: ConsentCovers): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

const sorted = (covers: ConsentCovers) => (Array.isArray(covers) ? covers.toSorted() : covers);
