import { literal, Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { changedAfter, inOrderOfChange } from "#app/database/queries/changes.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { type ChangeCursor, type ChangePlace, compareChanges, takeChanges } from "#app/lib/change-cursor.ts";
import { readDateRange } from "#app/lib/date-range.ts";
import { Delivery, Submission, type Workspace } from "#app/models/index.server.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { findListed, type ListedSubmission } from "./listed-submissions.server.ts";
import { toSubmissionWhere } from "./submission-filter.server.ts";

type Arguments = {
  workspace: Pick<Workspace, "id" | "timeZone">;
  query: Omit<SubmissionsQuery, "page" | "sort">;
  cursor: ChangeCursor;
};

type ChangedSubmissions = { submissions: ListedSubmission[]; cursor: ChangeCursor; hasMore: boolean };

/**
 * The submissions that have changed since a cursor, the earliest change first. The change of a delivery is one
 * of its submission, which stands at the place of its last change only.
 * @throws {Invalid} for a range whose end is before its start
 */
export async function listChangedSubmissions({
  workspace: { id: workspaceId, timeZone },
  query,
  cursor,
}: Arguments): Promise<ChangedSubmissions> {
  const now = new Date();
  const { limit } = query;
  const where = await toSubmissionWhere(workspaceId, query, readDateRange(timeZone, query));
  const search = { workspaceId, where, after: cursor.place, limit: limit + 1 };
  const own = await findOwnChanges(search);
  const until = own.length > limit ? own.at(-1) : undefined;
  const changes = [...own, ...(await findChangesOfDeliveries({ ...search, until }))].sort(compareChanges);
  const { taken, ...rest } = takeChanges(changes, { limit, cursor, now });
  const ids = [...new Set(taken.map(({ submissionId }) => submissionId))];
  const rows = await retryRead(() => findListed({ where: { workspaceId, id: ids }, order: [] }));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { submissions: ids.flatMap((id) => byId.get(id) ?? []), ...rest };
}

type Change = ChangePlace & { submissionId: string };
type Search = { workspaceId: string; where: WhereOptions; after: ChangePlace; limit: number };

/** The submissions that changed themselves after their deliveries did. */
async function findOwnChanges({ where, after, limit }: Search): Promise<Change[]> {
  const laterDelivery =
    "EXISTS (SELECT 1 FROM deliveries d WHERE d.submissionId = `Submission`.id AND d.updatedAt > `Submission`.updatedAt)";
  const rows = await retryRead(() =>
    findRows(Submission, {
      attributes: ["id", "updatedAt"],
      where: { [Op.and]: [where, changedAfter(after), literal(`NOT ${laterDelivery}`)] },
      order: inOrderOfChange,
      limit,
    }),
  );
  return rows.map(({ id, updatedAt }) => ({ at: updatedAt, id, submissionId: id }));
}

/** The deliveries that changed last of all that belongs to their submissions. */
async function findChangesOfDeliveries({
  workspaceId,
  where,
  after,
  until,
  limit,
}: Search & { until: ChangePlace | undefined }): Promise<Change[]> {
  const found: Change[] = [];
  for (let from = after; ; ) {
    const rows = await retryRead(() =>
      findRows(Delivery, {
        attributes: ["id", "submissionId", "updatedAt"],
        where: {
          [Op.and]: [
            { workspaceId },
            changedAfter(from),
            until ? { updatedAt: { [Op.lte]: until.at } } : {},
            literal(IS_LAST_CHANGE),
          ],
        },
        order: inOrderOfChange,
        limit,
      }),
    );
    const changes = rows.map(({ id, submissionId, updatedAt }) => ({ at: updatedAt, id, submissionId }));
    found.push(...(await keepMatching(changes, workspaceId, where)));
    const last = changes.at(-1);
    if (!last || changes.length < limit || found.length >= limit) return found;
    from = last;
  }
}

const IS_LAST_CHANGE = `NOT EXISTS (SELECT 1 FROM submissions s WHERE s.id = \`Delivery\`.submissionId AND s.updatedAt >= \`Delivery\`.updatedAt)
  AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.submissionId = \`Delivery\`.submissionId
    AND (d.updatedAt > \`Delivery\`.updatedAt OR (d.updatedAt = \`Delivery\`.updatedAt AND d.id > \`Delivery\`.id)))`;

/** Apart from the search, which then reads an index alone in its order. */
async function keepMatching(changes: Change[], workspaceId: string, where: WhereOptions): Promise<Change[]> {
  if (changes.length === 0) return [];
  const among = { workspaceId, id: changes.map(({ submissionId }) => submissionId) };
  const rows = await retryRead(() =>
    Submission.findAll({ where: { [Op.and]: [among, where] }, attributes: ["id"], raw: true }),
  );
  const ids = new Set(rows.map(({ id }) => id));
  return changes.filter(({ submissionId }) => ids.has(submissionId));
}
