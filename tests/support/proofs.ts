import { expect } from "vitest";
import type { ProofFile } from "#app/lib/proof/proof-file.ts";
import { verifyProof } from "#app/lib/proof/verify-proof.ts";
import { type Form, submitForm } from "../factories/index.ts";
import { eventually } from "./eventually.ts";
import type { Site } from "./site.ts";

export const toProofPath = (id: string) => `/api/proofs/${id}`;
export const getKinds = ({ entries }: ProofFile) => entries.map(({ record }) => record.kind);

export async function verified(text: string): Promise<ProofFile> {
  const { proof, problems } = await verifyProof(text);
  expect(problems).toEqual([]);
  return proof as ProofFile;
}

/** A claim that is confirmed, verified, accepted and corrected. */
export async function sendClaim(site: Site, form: Form, token: string) {
  const submission = await submitForm(form, { amount: "250", currency: "EUR" });
  await site.decide(token, submission.id, { status: "handled" });
  // A decision may be answered before its event is.
  await eventually(async () => {
    expect((await site.read(token, submission.id)).json.eventStatus).toBe("sent");
  });
  await site.decide(token, submission.id, { status: "handled", amount: "200", currency: "EUR" });
  return submission;
}
