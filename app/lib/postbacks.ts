import type { EvidenceKind } from "./evidence.ts";
import { COLUMN_MEANINGS } from "./statements.ts";

/** What says that a call is the broker's, besides the token in its address. */
export const POSTBACK_SECRET_KINDS = ["none", "parameter", "hmac"] as const;
export type PostbackSecretKind = (typeof POSTBACK_SECRET_KINDS)[number];

/** What a network wants to read. */
export const POSTBACK_ANSWERS = ["json", "ok", "one", "gif"] as const;
export type PostbackAnswer = (typeof POSTBACK_ANSWERS)[number];

/** What came of a call. */
export const POSTBACK_OUTCOMES = ["row", "repeated", "nothing", "unmapped", "unreadable"] as const;
export type PostbackOutcome = (typeof POSTBACK_OUTCOMES)[number];

/** Why a call was refused. */
export type PostbackRefusal = "token" | "secret" | "address" | "size" | "rate";

/** What a parameter of a postback can mean, beside those of a statement's columns. */
export const POSTBACK_MEANINGS = [...COLUMN_MEANINGS, "transactionId", "ignore"] as const;
export type PostbackMeaning = (typeof POSTBACK_MEANINGS)[number];

export type PostbackField = { name: string; meaning: PostbackMeaning };

/** The kinds that a broker's word may stand for, with what people read. */
export const POSTBACK_KINDS = {
  registration: "Registration",
  kyc: "Identity check passed",
  deposit: "Deposit",
  first_deposit: "First deposit",
  sum: "Total of deposits",
  trading: "Trading",
  qualification: "Qualification (CPA)",
  commission: "Commission",
  withdrawal: "Withdrawal",
  reversal: "Deposit taken back",
} as const satisfies Record<EvidenceKind, string>;

/** How much of a call is stored. A longer one is never read. */
export const POSTBACK_STORED_BYTES = 8 * 1024;
export const POSTBACK_MAX_BYTES = 64 * 1024;
/** How long a call is in the log. */
export const POSTBACK_LOG_DAYS = 30;
/** How long a transaction that came is known. */
export const POSTBACK_SIGHT_DAYS = 400;
/** How long the address before a rotation is still taken. */
export const POSTBACK_PREVIOUS_HOURS = 24;
/** A minute's calls of one broker: more are worked on later, and far more are refused. */
export const POSTBACKS_AT_ONCE = 10_000;
export const POSTBACKS_MAX = 100_000;
