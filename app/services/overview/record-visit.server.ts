import { inTransaction } from "#app/database/connection.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { WorkspaceMember } from "#app/models/index.server.ts";

/** A visit ends this long after the overview was last seen. */
const VISIT_MS = 30 * MINUTE;
const RECORDED_EVERY_MS = MINUTE;

/**
 * Records that a member sees the overview.
 * @returns when the visit before this one ended; null on the first
 */
export async function recordVisit(
  { workspaceId, userId, visitedAt, previousVisitAt }: WorkspaceMember,
  now: Date,
): Promise<Date | null> {
  const where = { workspaceId, userId };
  const agoMs = visitedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - visitedAt.getTime();
  const isNew = agoMs > VISIT_MS;
  const previous = isNew ? visitedAt : previousVisitAt;
  if (agoMs > RECORDED_EVERY_MS)
    await inTransaction((transaction) =>
      WorkspaceMember.update({ visitedAt: now, previousVisitAt: previous }, { where, transaction }),
    );
  return previous;
}
