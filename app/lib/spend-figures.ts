/** What was spent in some days and what it brought, in the workspace's currency. */
export type SpendFigures = {
  currency: string;
  spend: string;
  /** Null where an amount is unknown. */
  profit: string | null;
  costPerVerified: string | null;
  /** The same if all waiting claims are true. */
  costIfWaiting: string | null;
  waiting: number;
  /** The campaign that loses most money. */
  worst: { name: string; profit: string } | null;
};
