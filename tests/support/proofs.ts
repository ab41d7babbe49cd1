import { expect } from "vitest";
import type { ProofFile } from "#app/lib/proof/proof-file.ts";
import { verifyProof } from "#app/lib/proof/verify-proof.ts";

export const toProofPath = (id: string) => `/api/proofs/${id}`;
export const getKinds = ({ entries }: ProofFile) => entries.map(({ record }) => record.kind);

export async function verified(text: string): Promise<ProofFile> {
  const { proof, problems } = await verifyProof(text);
  expect(problems).toEqual([]);
  return proof as ProofFile;
}
