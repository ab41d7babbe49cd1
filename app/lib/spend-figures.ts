type Loss = { name: string; profit: string };

/** What was spent in some days and what it brought, in the workspace's currency. */
export type SpendFigures = {
  currency: string;
  /** Null where an amount has no exchange rate. */
  spend: string | null;
  /** Null where an amount is unknown. */
  profit: string | null;
  /** Verified claims without a known commission. */
  unknownCommission: number;
  costPerVerified: string | null;
  /** The same if all waiting claims are true. */
  costIfWaiting: string | null;
  waiting: number;
  /** Whether days wait to be added up. */
  isBehind: boolean;
  /** The campaign that loses most money. */
  worst: Loss | null;
  /** Those of which it is certain that they lose, the worst first. */
  losing: Loss[];
};
