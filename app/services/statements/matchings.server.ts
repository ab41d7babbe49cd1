import { col, fn, type Model, type ModelStatic, type WhereOptions } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { deleteChunk } from "#app/database/delete-chunk.server.ts";
import { type Lease, LostLease, renew } from "#app/database/leases.server.ts";
import {
  ClientFact,
  Evidence,
  PaidCommission,
  Statement,
  StatementMatch,
  StatementReading,
} from "#app/models/index.server.ts";

type Shown = Pick<Statement, "matchingId" | "readingId"> | null;

/** What matchings store, and of which one a statement shows it. */
const FOUND: {
  model: ModelStatic<Model>;
  key: string;
  shownOf: (statement: Shown) => string | null | undefined;
  /** Which of them a matching may replace. */
  where?: WhereOptions;
}[] = [
  { model: StatementMatch, key: "id", shownOf: (statement) => statement?.matchingId },
  { model: PaidCommission, key: "id", shownOf: (statement) => statement?.matchingId },
  { model: ClientFact, key: "id", shownOf: (statement) => statement?.matchingId },
  // What decided a claim stays.
  {
    model: Evidence,
    key: "id",
    shownOf: (statement) => statement?.matchingId,
    where: { decides: null },
  },
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
    const found = FOUND.map(async ({ model, key, shownOf, where }) => {
      const rows = await model.findAll({
        where: { ...where, statementId, workspaceId },
        attributes: [[fn("DISTINCT", col("matchingId")), "matchingId"]],
        transaction,
      });
      const ids = rows.map((row) => row.get("matchingId") as string);
      return ids
        .filter((id) => id !== shownOf(statement))
        .map((matchingId) => ({
          model,
          key,
          where: { ...where, statementId, workspaceId, matchingId },
        }));
    });
    return (await Promise.all(found)).flat();
  });
  for (const { model, key, where } of hidden) while (await deleteChunk(model, { where, key })) await keep();
}
