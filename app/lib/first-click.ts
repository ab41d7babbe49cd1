import type { LinkColumn } from "./ad-platforms.ts";

/** A visitor's first click, where a later one led to the claim. Stored as JSON. */
export type FirstClick = {
  at: string;
  source: string | null;
  referrer: string | null;
  /** `link` is the link's name. */
  parameters: Partial<Record<LinkColumn, string>>;
};
