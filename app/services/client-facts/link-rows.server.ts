import type { Model, ModelStatic, Transaction } from "sequelize";
import { caseById, listIds } from "#app/database/case-by-id.server.ts";
import { sequelize } from "#app/database/connection.server.ts";
import { ClientFact, PaidCommission } from "#app/models/index.server.ts";
import { saveClaimClients } from "./save-client-facts.server.ts";

type LinkedRow = Model & Pick<ClientFact, "id" | "brokerRowId" | "clientHash" | "submissionIds">;
const LINKED: ModelStatic<LinkedRow>[] = [ClientFact, PaidCommission];

/** How many rows of brokers one query names. */
const CHUNK = 500;

/** Notes which claims matching has found in rows of a broker, in place of those that it found before. */
export async function linkRows(
  { workspaceId, platformId }: { workspaceId: string; platformId: string },
  claimsByRow: ReadonlyMap<string, readonly string[]>,
  transaction: Transaction,
): Promise<void> {
  const rowIds = [...claimsByRow.keys()];
  for (let at = 0; at < rowIds.length; at += CHUNK) {
    const query = {
      where: { workspaceId, platformId, brokerRowId: rowIds.slice(at, at + CHUNK) },
      attributes: ["id", "brokerRowId", "clientHash", "submissionIds"],
      transaction,
    };
    for (const model of LINKED) {
      const stored = await model.findAll(query);
      const changed = stored.flatMap(({ id, brokerRowId, clientHash, submissionIds: before }) => {
        const claimIds = [...(claimsByRow.get(brokerRowId ?? "") ?? [])].sort();
        const submissionIds = JSON.stringify(claimIds);
        return submissionIds === before ? [] : [{ id, clientHash, claimIds, submissionIds }];
      });
      if (changed.length === 0) continue;
      await sequelize.query(
        `UPDATE ${model.tableName} SET submissionIds = ${caseById(changed, ({ submissionIds }) => submissionIds)}
         WHERE id IN (${listIds(changed)})`,
        { transaction, raw: true },
      );
      const claimed = changed.flatMap(({ clientHash, claimIds }) =>
        claimIds.map((submissionId) => ({ submissionId, clientHash })),
      );
      await saveClaimClients(workspaceId, claimed, transaction);
    }
  }
}
