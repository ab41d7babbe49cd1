/** A step of a proof as a page shows it. */
export type ProofEntryView = {
  number: number;
  title: string;
  at: string;
  /** When it was signed, if that was more than a minute later. */
  recordedAt: string | null;
  facts: { label: string; value: string; isTime: boolean }[];
  /** Without a value only the hash is left. */
  personal: { label: string; value: string | null; digest: string }[];
  keyId: string;
  signature: string;
};
