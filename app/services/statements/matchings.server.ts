import { col, fn, type Model, type ModelStatic } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { deleteChunk } from "#app/database/delete-chunk.server.ts";
import { type Lease, LostLease, renew } from "#app/database/leases.server.ts";
import { PaidCommission, Statement, StatementMatch, StatementReading } from "#app/models/index.server.ts";

type Shown = Pick<Statement, "matchingId" | "readingId"> | null;

/** What matchings store, and of which one a statement shows it. */
const FOUND: {
  model: ModelStatic<Model>;
  key: string;
  shownOf: (statement: Shown) => string | null | undefined;
}[] = [
  { model: StatementMatch, key: "id", shownOf: (statement) => statement?.matchingId },
  { model: PaidCommission, key: "id", shownOf: (statement) => statement?.matchingId },
  { model: StatementReading, key: "line", shownOf: (statement) => statement?.readingId },
];

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
    const found = FOUND.map(async ({ model, key, shownOf }) => {
      const rows = await model.findAll({
        where: { statementId, workspaceId },
        attributes: [[fn("DISTINCT", col("matchingId")), "matchingId"]],
        transaction,
      });
      const ids = rows.map((row) => row.get("matchingId") as string);
      return ids.filter((id) => id !== shownOf(statement)).map((matchingId) => ({ model, key, matchingId }));
    });
    return (await Promise.all(found)).flat();
  });
  for (const { model, key, matchingId } of hidden)
    while (await deleteChunk(model, { where: { statementId, workspaceId, matchingId }, key })) await keep();
}
