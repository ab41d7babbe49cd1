import { inTransaction } from "#app/database/connection.server.ts";
import { shownMatching } from "#app/database/queries/statement-matches.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { StatementMatch } from "#app/models/index.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";

type Arguments = { access: Access; statementId: string; matchId: string };

/**
 * Takes a suggested pair off the list.
 * @throws {NotFound} also for another workspace's, and once it was matched again
 */
export async function skipPair({ access, statementId, matchId }: Arguments): Promise<void> {
  const { workspaceId } = access;
  await inTransaction(async (transaction) => {
    await assertAccess(access, "statements:write", transaction);
    const where = {
      id: matchId,
      statementId,
      workspaceId,
      matchGroup: "pairs" as const,
      matchingId: shownMatching(statementId),
    };
    if ((await StatementMatch.destroy({ where, transaction })) === 0) throw new NotFound("Pair");
  });
}
