import type { Interval } from "#app/lib/dates.ts";
import type { ConversionAction, SubmissionStatus } from "#app/lib/domain.ts";
import type { EvidenceReason } from "#app/lib/evidence.ts";
import type { ColumnRole, MatchDoubt, RowKind, StatementKind } from "#app/lib/statements.ts";

/** A row as it was read. Amounts are decimal strings, currencies ISO codes; null is not in the file. */
export type StatementRow = {
  /** The line in the file; the first is 1. */
  line: number;
  /** Null in a file without such a column: any of the actions. */
  kind: RowKind | null;
  account: string | null;
  submissionId: string | null;
  clickId: string | null;
  subIds: readonly string[];
  /** Values in the form of our own click ids, whatever their column. */
  linkClickIds?: readonly string[];
  email: string | null;
  emailMasked: string | null;
  emailSha256: string | null;
  emailMd5: string | null;
  phone: string | null;
  phoneEnding: string | null;
  name: string | null;
  userName: string | null;
  /** An ISO code. */
  country: string | null;
  /** Gross. A reversal's may have either sign. */
  amount: string | null;
  net: string | null;
  fee: string | null;
  currency: string | null;
  convertedAmount: string | null;
  convertedCurrency: string | null;
  /** What the broker pays for it; below zero for what it takes back. */
  commission: string | null;
  commissionCurrency: string | null;
  at: Interval | null;
  /** Of a sum: how many transactions are in it. */
  count: number | null;
  /** What the client traded, where the file says it. */
  traded?: TradedFacts;
  /** Of a running statement only. */
  told?: ToldRow;
};

type TradedFacts = {
  lots: string | null;
  trades: number | null;
  turnover: string | null;
  revenue: string | null;
  /** When the client qualified for what the broker pays. */
  qualifiedAt: Interval | null;
};

/** How a row of a running statement came, and what its amount is of. */
export type ToldRow = {
  /** Where it came from: rows of one source are never the same money. A row of a file stands beside them. */
  source: string;
  isOfFile: boolean;
  /**
   * A deposit, the first one, which some brokers add up over a day, a total of the time of the row, one of
   * all time or of the days before it came, or anything that is no money.
   */
  money: "deposit" | "first" | "sum" | "total" | null;
  /** Of a total: whether two are of the same, such as `lifetime` or `30 days`. */
  span: string | null;
  /** Of a total: when the client's first deposit was, where that is known. */
  firstAt: Date | null;
  receivedAt: Date;
  /** It may be an earlier row again, so that it proves nothing for certain. */
  isPerhapsRepeated?: boolean;
};

export type FileFacts = {
  /** A running statement has rows that come one by one, and is complete at no time. */
  kind: StatementKind | "running";
  /** From the title lines or the answers; null takes it from the rows. */
  period: Interval | null;
  /** Columns without a meaning, in which the account numbers may be. */
  otherColumns?: readonly { index: number; heading: string; values: Iterable<string> }[];
  /** The broker's other files with deposits. */
  neighbours?: readonly Neighbour[];
  isZoneKnown?: boolean;
  hasOnlyCommission?: boolean;
  /** Columns without a meaning, of which one may be the day or the amount. */
  spare?: {
    days: readonly SpareColumn[];
    amounts: readonly SpareColumn[];
    /** The headings of the columns that are read. */
    current: { day: string | null; amount: string | null };
  };
};

/** Another file of the broker. */
export type Neighbour = { id: string; kind: FileFacts["kind"]; period: Interval };

/** What another file says under a key of one of this file's clients. */
export type NeighbourRows = { file: string; key: string; rows: readonly StatementRow[] };

/** By line, the midnight of a day in milliseconds or a figure. */
export type SpareColumn = { index: number; heading: string; byLine: readonly (number | undefined)[] };

/** A claim at the broker of the file, whatever its status; no withdrawn or erased one. */
export type ClaimFacts = {
  id: string;
  confirmedAt: Date;
  status: SubmissionStatus;
  action: ConversionAction;
  email: string | null;
  /** E.164. */
  phone: string | null;
  /** As the visitor typed it. */
  account: string | null;
  /** What earlier statements have taught of this person. */
  knownAccounts: readonly string[];
  amount: string | null;
  currency: string | null;
  country: string | null;
  /** Those that ad platforms gave. */
  clickIds: readonly string[];
  /** Those that broker links gave in the claim's visit. */
  linkClickIds: readonly string[];
  subIds: readonly string[];
  source: string | null;
  campaign: string | null;
  /** More claims came in its minute than its form's owner expects: a member has to look. */
  cameInRush?: boolean;
};

/** The amount in another currency at the rates of a day, or null without a rate. */
export type ConvertAmount = (amount: string, from: string, to: string, day: Date) => string | null;

export type MatchingOptions = {
  convert?: ConvertAmount;
};

export type Reason = EvidenceReason;

export type MatchGroup = "certain" | "likely" | "contradicted";

export type Match = {
  group: MatchGroup;
  submissionIds: string[];
  lines: number[];
  /**
   * What a decision stores; null where neither the visitor nor a transaction states an amount. Of several
   * claims of a sum, which keep their own, all together.
   */
  verifiedAmount: string | null;
  currency: string | null;
  amountDiffers: boolean;
  /** Of a likely one. */
  onlyDoubt: MatchDoubt | null;
  score: number;
  reasons: Reason[];
  /** Of a running statement: the totals that the money is in. */
  totals: number[];
};

export type UnmatchedClaim = {
  submissionId: string;
  /** The file should have it: its time is inside the period by more than the delay on both sides. */
  isMissing: boolean;
  /** What the file says of it without proving it. */
  reasons: Reason[];
};

/** A client of the file whom nobody claimed. */
export type UnclaimedClient = {
  account: string | null;
  email: string | null;
  phone: string | null;
  userName: string | null;
  name: string | null;
  country: string | null;
  lines: number[];
  /** Of transactions, or what the sums count. */
  count: number;
  sums: { amount: string; currency: string | null }[];
  at: Interval | null;
};

/** A row that takes back what proved a claim. */
export type Reversal = { submissionId: string; line: number; at: Date | null };

/** A claim without a number beside an unclaimed client with the same day and amount. */
export type Pair = { submissionId: string; lines: number[]; account: string; reasons: Reason[] };

export type Advice = {
  text: string;
  /** A column that fits more claims. */
  column: { name: string; index: number | null; found: number; role: ColumnRole } | null;
};

export type StatementMatching = {
  /** Account numbers that visitors typed, and how many of them are in the file. */
  coverage: { claims: number; found: number };
  /** What is wrong with the file as a whole. */
  advice: Advice | null;
  canRejectMissing: boolean;
  period: Interval | null;
  matches: Match[];
  /** Rows that prove claims which are verified already. */
  verified: Match[];
  /** Verified claims whose money proves other ones, or is another amount. */
  verifiedButContradicted: Match[];
  /** Of a running statement: the lines of each client. */
  clients: number[][];
  /** Of a running statement: claims that surely are of a client, with all lines of theirs. */
  named: { submissionId: string; lines: number[]; reasons: Reason[] }[];
  rejectedButConfirmed: Match[];
  unmatchedClaims: UnmatchedClaim[];
  unmatchedRows: UnclaimedClient[];
  reversals: Reversal[];
  pairs: Pair[];
};
