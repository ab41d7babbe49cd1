import { CONVERSION_ACTIONS } from "./domain.ts";
import { formatNumber } from "./regional-formats.ts";

/** What matching sorts a statement's claims and rows into, in the order in which they are shown. */
export const STATEMENT_GROUPS = [
  "certain",
  "likely",
  "contradicted",
  "unmatchedClaims",
  "unmatchedRows",
  "unreadable",
] as const;
export type StatementGroup = (typeof STATEMENT_GROUPS)[number];

/** Lists beside the groups: rejected claims that the file confirms, and claims with a client who may be theirs. */
export const LISTED_GROUPS = [...STATEMENT_GROUPS, "rejected", "pairs"] as const;
export type ListedGroup = (typeof LISTED_GROUPS)[number];

/**
 * What alone keeps a likely match from being certain where person and money are not in doubt: an unusual time, or an
 * amount that is nearly the same at such a time.
 */
export const MATCH_DOUBTS = ["time", "fee"] as const;
export type MatchDoubt = (typeof MATCH_DOUBTS)[number];

/** A field as a claim has it and as its rows do; null where that side has none. */
export type ComparedField = {
  label: string;
  claim: string | null;
  file: string | null;
  isDifferent: boolean;
};

/** A statement is due this long before the first of its broker's waiting claims expires. */
export const STATEMENT_DUE_HOURS = 48;
/** A file at least twice a week: claims that expire within half a week of the first are in the same file. */
export const STATEMENT_TOGETHER_HOURS = 84;

/** A broker whose statement is due, and how many of its claims wait. */
export type DueBroker = { platformId: string; platformName: string; count: number };

/** "Halden FX (7), Northgate (2)" */
export const listDueBrokers = (brokers: readonly DueBroker[]): string =>
  brokers.map(({ platformName, count }) => `${platformName} (${formatNumber(count)})`).join(", ");

/** How long later claims are matched with it: after its file, by keyed hashes of its rows. */
export const STATEMENT_MATCHABLE_DAYS = 90;
/** How long the events of a decision on the page wait, so that it can be undone. */
export const STATEMENT_HOLD_SECONDS = 600;
export const STATEMENT_MAX_BYTES = 20 * 1024 * 1024;
/** How many files one form takes. */
export const STATEMENT_FILES_MAX = 5;

/** What a column of a statement can mean. */
export const COLUMN_MEANINGS = [
  "date",
  "time",
  "datetime",
  "registeredAt",
  "account",
  "clickId",
  "submissionId",
  "email",
  "emailMasked",
  "emailSha256",
  "emailMd5",
  "phone",
  "phoneEnding",
  "name",
  "userName",
  "country",
  "brand",
  "kind",
  "amount",
  "gross",
  "fee",
  "currency",
  "amountConverted",
  "count",
  "status",
  "commission",
  "lots",
  "trades",
  "turnover",
  "revenue",
  "qualifiedAt",
] as const;
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number];

/** What a file needs of its clients, in columns that headings may confuse. */
export const COLUMN_ROLES = ["account", "amount", "day"] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** What an owner is asked of a file. */
export type StatementQuestion = {
  id: "sheet" | "platform" | "timeZone" | "dateOrder" | "currency" | "columns";
  /** Which question of `columns` it is. */
  about: "meanings" | ColumnRole | "decimalMark" | "brand" | null;
  /** Of `account`, `amount` and `day` the indexes of the columns that fit. */
  options: string[];
  guess: string | null;
};

/** What a column of a file means, and by what that was told. */
export type StatementColumn = {
  index: number;
  heading: string;
  meaning: ColumnMeaning | null;
  from: "heading" | "values" | "claims" | "remembered" | "user" | null;
  /** What stands in parentheses, such as a zone or a currency. */
  hint: string | null;
  examples: string[];
};

export type StatementKind = "transactions" | "sums" | "registrations";

/** What a row adds up, which says whether two files pay for the same. */
export type PaidGrain = "transaction" | "daySum" | "monthSum" | "registration";

/** In the form of a file's page: the rows of all brands are read. */
export const ALL_BRANDS = "*";

/** What a row of a statement says. Only the first three prove a claim. */
export const ROW_KINDS = [
  ...CONVERSION_ACTIONS,
  "withdrawal",
  "declined",
  "pending",
  "reversal",
  "registration",
  "other",
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** What is left out or unknown in a file's rows. */
export type RowTally = {
  /** Rows of brands that are not the broker's. */
  otherBrandRows: number;
  /** Words for a row's kind or status that nobody knows, the most frequent first. */
  unknownKinds: { word: string; rows: number; isStatus?: boolean }[];
};

/** What matching found of a file as a whole, as it is stored. */
export type StatementResult = RowTally & {
  groups: Record<StatementGroup, { count: number; sums: { amount: string; currency: string }[] }>;
  coverage: { claims: number; found: number };
  advice: string | null;
  /** The column that fits more claims, and what it is then; the account in what was stored before. */
  adviceColumn?: { index: number; found: number; role?: ColumnRole } | null;
  canRejectMissing: boolean;
  /** How many likely matches have one doubt only; unknown of older matchings. */
  doubts?: Record<MatchDoubt, number>;
  /** Of clients: without headings, titles and totals. */
  rows?: number;
  period: { from: string; to: string } | null;
  /** What the file says of its clients is stored, which was not so at first. */
  hasFacts?: boolean;
  /** Of all that was found, so that the same result is not stored again. */
  digest?: string;
};
