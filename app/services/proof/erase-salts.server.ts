import { Op, type Transaction } from "sequelize";
import { ProofEntry } from "#app/models/index.server.ts";

/**
 * Erases persons from their proofs, in the transaction that erases their values: without its salt nobody finds
 * a value by its hash. Chains and signatures stay valid.
 */
export async function eraseProofSalts(
  { workspaceId, submissionIds }: { workspaceId: string; submissionIds: string[] },
  transaction: Transaction,
): Promise<void> {
  await ProofEntry.update(
    { salt: null },
    { where: { workspaceId, submissionId: { [Op.in]: submissionIds } }, transaction },
  );
}
