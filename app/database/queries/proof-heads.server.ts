import { QueryTypes, type Transaction } from "sequelize";
import { sequelize } from "#app/database/connection.server.ts";

export type ProofHead = { submissionId: string; number: number; record: string };

/** The last entry of each submission's proof, by the submission's id. */
export async function findProofHeads(
  workspaceId: string,
  submissionIds: string[],
  transaction: Transaction,
): Promise<Map<string, ProofHead>> {
  const rows = await sequelize.query<ProofHead>(
    `SELECT p.submissionId, p.number, p.record FROM proofEntries p JOIN (
       SELECT submissionId, MAX(number) AS number FROM proofEntries
       WHERE submissionId IN (:submissionIds) GROUP BY submissionId
     ) AS head ON head.submissionId = p.submissionId AND head.number = p.number
     WHERE p.workspaceId = :workspaceId`,
    { type: QueryTypes.SELECT, replacements: { submissionIds, workspaceId }, transaction },
  );
  return new Map(rows.map((row) => [row.submissionId, row]));
}
