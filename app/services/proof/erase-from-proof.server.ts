import type { Transaction } from "sequelize";
import { ProofEntry, type Submission } from "#app/models/index.server.ts";
import { appendProof } from "./append-proof.server.ts";
import { erased } from "./facts.ts";

/**
 * Erases the person of a locked submission from its proof, before the transaction erases the values. Without
 * the salt, a hash reveals no value. Chain and signatures stay valid.
 */
export async function eraseFromProof(submission: Submission, transaction: Transaction): Promise<void> {
  const { id: submissionId, workspaceId } = submission;
  await appendProof(submission, erased(new Date()), transaction);
  await ProofEntry.update({ salt: null }, { where: { submissionId, workspaceId }, transaction });
}
