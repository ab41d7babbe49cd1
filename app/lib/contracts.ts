/** What a part of a contract pays for. Two or more parts make a hybrid. Decision 41 says what each means. */
export const PART_KINDS = [
  "percent_of_deposits",
  "per_deposit",
  "cpa",
  "share_of_revenue",
  "per_lot",
  "flat",
  "unknown",
] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Their steps are the commission tiers, and count when a claim is verified. */
export const TIER_KINDS = ["percent_of_deposits", "per_deposit"] as const satisfies PartKind[];

/** A contract that begins on this day holds from the beginning. */
export const FROM_THE_BEGINNING = "1970-01-01";

/** What a client must do for a `cpa`. Amounts are decimal text in the contract's currency. */
export type Qualification = {
  depositMin: string | null;
  /** What the deposits are added up over. */
  within: "24h" | "days";
  /** After the day of the first deposit; null without a last day. */
  days: number | null;
  lotsMin: string | null;
  tradesMin: number | null;
};

export type ContractStep = {
  id: string;
  name: string;
  /** Among all steps of the contract. */
  position: number;
  from: string;
  /** Null for an open end. */
  to: string | null;
  /** ISO codes; null for all that no other step of the part names. */
  countries: readonly string[] | null;
  /** A percentage, or an amount in the contract's currency. */
  value: string;
};

export type ContractPart = {
  kind: PartKind;
  steps: readonly ContractStep[];
  qualification: Qualification | null;
  carriesLosses: boolean;
  /** Null where a charge-back takes the payment back whenever it comes. */
  clawBackDays: number | null;
};

export type Contract = {
  id: string;
  /** The first of a month. */
  startsOn: string;
  /** The last day of a month: what was typed, or the day before the next contract; null for an open end. */
  endsOn: string | null;
  timeZone: string;
  currency: string;
  parts: readonly ContractPart[];
  /** The day of the next month on which the broker pays; null where nobody said it. */
  paidOnDay: number | null;
};
