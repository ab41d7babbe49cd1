/** What spend is added up by. */
export const SPEND_GROUPS = [
  "day",
  "platform",
  "account",
  "campaign",
  "adSet",
  "ad",
  "source",
  "import",
] as const;
export type SpendGroup = (typeof SPEND_GROUPS)[number];

/** The longest period of an amount by hand, in days. */
export const MANUAL_DAYS_MAX = 366;
