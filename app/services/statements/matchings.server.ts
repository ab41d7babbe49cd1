import { col, fn, type Model, type ModelStatic } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { deleteChunk } from "#app/database/delete-chunk.server.ts";
import { type Lease, LostLease, renew } from "#app/database/leases.server.ts";
import { PaidCommission, Statement, StatementMatch } from "#app/models/index.server.ts";

const FOUND: ModelStatic<Model>[] = [StatementMatch, PaidCommission];

/**
 * Deletes what matchings of a statement have stored that it does not show: earlier ones, and those that were not
 * completed.
 * @throws {LostLease}
 */
export async function deleteHidden(
  { id: statementId, workspaceId }: Pick<Statement, "id" | "workspaceId">,
  lease: Lease,
  keep: () => Promise<void>,
): Promise<void> {
  // Whoever has the lease begins the next one.
  const hidden = await inTransaction(async (transaction) => {
    if (!(await renew(Statement, lease, {}, transaction))) throw new LostLease();
    const statement = await Statement.findOne({ where: { id: statementId, workspaceId }, transaction });
    const found = FOUND.map((model) =>
      model.findAll({
        where: { statementId, workspaceId },
        attributes: [[fn("DISTINCT", col("matchingId")), "matchingId"]],
        transaction,
      }),
    );
    const ids = (await Promise.all(found)).flat().map((row) => row.get("matchingId") as string);
    return ids.filter((id) => id !== statement?.matchingId);
  });
  for (const matchingId of new Set(hidden))
    for (const model of FOUND)
      while (await deleteChunk(model, { where: { statementId, workspaceId, matchingId } })) await keep();
}
