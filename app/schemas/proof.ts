import { z } from "zod";
import type { ProofFile } from "#app/lib/proof/proof-file.ts";
import type { ProofProblem } from "#app/lib/proof/verify-proof.ts";
import { messages } from "#app/schemas/messages/index.ts";

const { proofs } = messages;

export const ProofForm = z.object({
  intent: z.literal("check"),
  text: z.string(proofs.required).refine((text) => text.trim() !== "", proofs.required),
});

/** A checked proof: the file, or what is wrong with it. */
export type ProofCheck = {
  proof: ProofFile | null;
  problems: ProofProblem[];
  /** Where it was checked. In a browser the file did not leave it. */
  by: "browser" | "server";
  timeZone: string;
};

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
