/** Where evidence comes from. */
export type EvidenceSource = "statement" | "postback" | "api";

/** What a row of evidence says. */
export type EvidenceKind =
  | "registration"
  | "kyc"
  | "deposit"
  | "first_deposit"
  | "sum"
  | "trading"
  | "qualification"
  | "commission"
  | "withdrawal"
  | "reversal";

/** What it means for its claim; without one it is unmatched. */
export type EvidenceGroup = "certain" | "likely" | "contradicted" | "unmatched";

/** A sentence of evidence with its weight, for or against. */
export type EvidenceReason = { text: string; weight: number; for: boolean };
