import type { PaidGrain } from "./statements.ts";

/** Where evidence comes from. */
export const EVIDENCE_SOURCES = ["statement", "postback", "api"] as const;
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

/** Those without a file and lines. */
export const callSourceWords: Record<Exclude<EvidenceSource, "statement">, string> = {
  postback: "Postback",
  api: "API",
};

/** What a row of evidence says. */
export const EVIDENCE_KINDS = [
  "registration",
  "kyc",
  "deposit",
  "first_deposit",
  "sum",
  "trading",
  "qualification",
  "commission",
  "withdrawal",
  "reversal",
] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** What it means for its claim; without one it is unmatched. */
export const EVIDENCE_GROUPS = ["certain", "likely", "contradicted", "unmatched"] as const;
export type EvidenceGroup = (typeof EVIDENCE_GROUPS)[number];

/** Those that claims have. */
export const CLAIM_EVIDENCE_GROUPS = ["certain", "likely", "contradicted"] as const satisfies EvidenceGroup[];
export const evidenceGroupWords: Record<(typeof CLAIM_EVIDENCE_GROUPS)[number], string> = {
  certain: "Certain",
  likely: "Likely",
  contradicted: "Contradicted",
};

/** A sentence of evidence with its weight, for or against. */
export type EvidenceReason = { text: string; weight: number; for: boolean };

/** What is kept of clients. A first deposit is one of the deposits. */
export type ClientFactKind =
  | "deposit"
  | "first_deposit"
  | "withdrawal"
  | "reversal"
  | "trading"
  | "qualification"
  | "left";

/** What it adds up. A growth is what a total of an API grew by between two answers. */
export type ClientFactGrain = PaidGrain | "growth";

/** No column holds a larger figure: it is refused. */
export const FIGURE_LIMITS = { money: 1e12, turnover: 1e20, trades: 1e9 };
