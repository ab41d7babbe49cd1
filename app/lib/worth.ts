/** What becomes of what a client is worth, by evidence. */
export const WORTH_STATES = ["expected", "qualified", "paid", "clawed_back", "unknown"] as const;
export type WorthState = (typeof WORTH_STATES)[number];

export const worthStateWords: Record<WorthState, string> = {
  expected: "Expected",
  qualified: "Qualified",
  paid: "Paid",
  clawed_back: "Clawed back",
  unknown: "Not known",
};

export const LACKS = ["deposit", "lots", "trades"] as const;

/** What a client still lacks to qualify. */
export type Lack = {
  what: (typeof LACKS)[number];
  /** Null where it is not known how much. */
  amount: string | null;
  /** The last day; null without one, or while nobody knows the first deposit. */
  until: string | null;
};

/** What a contract gives for a month, as far as it is known. */
export type ContractMonth = {
  month: string;
  contractId: string;
  /** The sum of its rows. */
  expected: string;
  currency: string;
  /** Of clients with a known row. */
  clientCount: number;
  /** The clients that have no figures of a month that needs them. */
  lacking: string[];
  /** Rows without an exchange rate. */
  unconverted: number;
  /** Whether nothing is lacking that could change it. */
  isFinal: boolean;
};
