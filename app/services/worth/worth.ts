import Decimal from "decimal.js-light";
import type { PartKind } from "#app/lib/contracts.ts";
import type { Interval } from "#app/lib/dates.ts";
import { currencyDigits } from "#app/lib/money.ts";
import type { ContractMonth, Lack, WorthState } from "#app/lib/worth.ts";

/** What a broker says of a client. What several sources say is one fact already. Amounts are decimal text. */
export type WorthFact = {
  id: string;
  kind: "deposit" | "withdrawal" | "reversal" | "trading" | "qualification" | "left";
  /** Of a day or a month without a time, all of it. */
  at: Interval;
  amount: string | null;
  /** Of `amount` and `revenue`. */
  currency: string | null;
  lots: string | null;
  trades: number | null;
  turnover: string | null;
  revenue: string | null;
};

/** What a verified claim earns by the contract's tiers, as it is stored. */
type ClaimCommission = {
  submissionId: string;
  month: string;
  /** The day of the visitor's confirmation. */
  day: string;
  tierType: "percentage" | "fixed" | null;
  earned: string | null;
  currency: string | null;
  chargedBackAt: Date | null;
};

export type WorthClient = {
  /** The earliest of its verified claims. */
  submissionId: string;
  country: string | null;
  confirmedOn: string;
  chargedBackAt: Date | null;
  commissions: readonly ClaimCommission[];
  facts: readonly WorthFact[];
  /** What sources say that the broker paid; below zero where it takes it back. */
  paid: readonly { day: string; amount: string; currency: string }[];
};

/** Converts at the rate of a day; null without one. */
export type ConvertOn = (amount: string, from: string, to: string, day: string) => string | null;

export type ClientWorth = {
  submissionId: string;
  state: WorthState;
  /** While it is expected, with what its qualification will pay. Null where it is unknown. */
  amount: string | null;
  currency: string | null;
  lacks: Lack[];
  qualifiedOn: string | null;
  factIds: string[];
  firstDepositAt: Date | null;
  /** In the zone of its contract. */
  firstDepositOn: string | null;
  depositCount: number;
  lots: string;
  /** In `currency`; null where a part is unknown. */
  withdrawn: string | null;
  /** The last deposit or trade. */
  lastActiveAt: Date | null;
  /** Null once it is active again. */
  leftAt: Date | null;
  /** The first month without figures that its contract needs. */
  lacksFrom: string | null;
};

/** Why a row is as it is. */
export type EntryReason =
  | "verified"
  | "qualified"
  | "reported"
  | "revenue"
  | "lots"
  | "month"
  | "charged_back"
  | "carried_loss"
  | "below_zero"
  | "no_step"
  | "no_country"
  | "no_rate"
  | "no_amount"
  | "no_commission";

export type WorthEntry = {
  /** Of its client; null for what is of no single one. */
  submissionId: string | null;
  /** The claim whose commission it is; null for all that is not by the tiers. */
  claimId: string | null;
  contractId: string;
  partIndex: number;
  kind: PartKind;
  month: string;
  day: string;
  /** Zero where it is not known. */
  amount: string;
  currency: string;
  reason: EntryReason;
  factIds: string[];
  isKnown: boolean;
  /** Whether it stays as it is when the figures come that its month lacks. */
  isFinal: boolean;
};

export type Worth = { clients: ClientWorth[]; entries: WorthEntry[]; months: ContractMonth[] };

/** Enough digits for the sum of a month. */
export const Sum = Decimal.clone({ precision: 40 });
export const ZERO = new Sum(0);

/** Rounded once, half-even, to the currency's digits. */
export function toRounded(amount: Decimal, currency: string): string {
  const digits = currencyDigits(currency);
  // Without this, what rounds to zero from below would be "-0.00".
  const rounded = amount.isneg() ? amount.toDecimalPlaces(digits, Decimal.ROUND_HALF_EVEN) : amount;
  return (rounded.isZero() ? ZERO : rounded).toFixed(digits, Decimal.ROUND_HALF_EVEN);
}

type Exchange = { currency: string | null; to: string; day: string; convert: ConvertOn };

/** Null where the amount is not known, or its rate. */
export function toCurrency(amount: string | null, { currency, to, day, convert }: Exchange): Decimal | null {
  if (amount === null || currency === null) return null;
  const converted = currency === to ? amount : convert(amount, currency, to, day);
  return converted === null ? null : new Sum(converted);
}
