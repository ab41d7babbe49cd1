/** The ad platforms that a consent text covers: all or some; null, which covers all, until its owner says it. */
export type ConsentCovers = "all" | string[] | null;

export const isCovered = (covers: ConsentCovers, adPlatform: string): boolean =>
  covers === null || covers === "all" || covers.includes(adPlatform);

export const readCovers = (stored: string | null): ConsentCovers =>
  stored === null ? null : (JSON.parse(stored) as ConsentCovers);

export const storeCovers = (covers: ConsentCovers): string | null => covers && JSON.stringify(covers);
