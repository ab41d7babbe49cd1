import type { Contract, ContractPart, PartKind } from "#app/lib/contracts.ts";

export type Qualification = NonNullable<ContractPart["qualification"]>;

/** What the broker books for a client. Moments are exact, amounts are decimal text. */
export type Entry =
  | { at: number; kind: "deposit" | "withdrawal" | "chargeBack"; amount: string; currency: string }
  | { at: number; kind: "trade"; lots: string; turnover: string; revenue: string; currency: string }
  /** A manager lets a client qualify who did not do all that is asked. */
  | { at: number; kind: "approval" }
  | { at: number; kind: "left" };

/** The entries stand in the order of their time. */
export type Account = { id: string; country: string; entries: Entry[] };

/** Units of `to` per unit of `from` on a day. */
export type Rates = (day: string, from: string, to: string) => string;

/** What the broker tells the partner. Both ends of `at` are included; a moment has both equal. */
export type Fact = {
  id: string;
  kind: "deposit" | "withdrawal" | "reversal" | "trading" | "qualification" | "left";
  at: { from: Date; to: Date };
  amount: string | null;
  currency: string | null;
  lots: string | null;
  trades: number | null;
  turnover: string | null;
  revenue: string | null;
};

/** A deposit that the visitor claims. It is confirmed and verified at the moment of the deposit. */
export type Claim = { id: string; factId: string; amount: string; currency: string; confirmedAt: Date };

export type Client = { id: string; country: string; claims: Claim[]; facts: Fact[] };

/** What the broker pays, or takes back. Without a client it is for all of them. */
export type Payout = {
  clientId: string | null;
  /** `YYYY-MM` in the contract's time zone. */
  month: string;
  kind: PartKind;
  amount: string;
  currency: string;
  reason: string;
};

export type Owner = {
  name: string;
  /** Of the workspace, and of all its contracts. */
  timeZone: string;
  months: string[];
  contracts: Contract[];
  clients: Client[];
  rates: Rates;
  payouts: Payout[];
};
