import { retryRead } from "#app/database/connection.server.ts";
import { readValues, someOf } from "#app/database/values.server.ts";
import { LaterClaim, Statement, Submission } from "#app/models/index.server.ts";

type WaitingClaims = { count: number; statements: { id: string; fileName: string; count: number }[] };

/** The claims that still wait although statements that were uploaded before confirm them. */
export async function findLaterClaims(workspaceId: string): Promise<WaitingClaims> {
  const waiting = {
    model: Submission,
    as: "submission",
    attributes: [],
    where: { status: "pending", withdrawnAt: null },
  };
  const { hasSome } = await retryRead(() => readValues({ hasSome: someOf(LaterClaim, { workspaceId }) }));
  if (!hasSome) return { count: 0, statements: [] };
  const counts = await retryRead(() =>
    LaterClaim.count({ where: { workspaceId }, include: [waiting], group: ["statementId"] }),
  );
  if (counts.length === 0) return { count: 0, statements: [] };
  const byId = new Map(counts.map(({ statementId, count }) => [String(statementId), count]));
  const [count, statements] = await retryRead(() =>
    Promise.all([
      LaterClaim.count({
        where: { workspaceId },
        include: [waiting],
        distinct: true,
        col: "submissionId",
      }),
      Statement.findAll({
        where: { workspaceId, id: [...byId.keys()] },
        attributes: ["id", "name"],
        order: [["createdAt", "DESC"]],
        raw: true,
      }),
    ]),
  );
  return {
    count,
    statements: statements.map(({ id, name }) => ({ id, fileName: name, count: byId.get(id) ?? 0 })),
  };
}
