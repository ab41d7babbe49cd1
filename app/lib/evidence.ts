/** Where evidence comes from. */
export const EVIDENCE_SOURCES = ["statement", "postback", "api"] as const;
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

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
