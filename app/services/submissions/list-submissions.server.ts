import { Op, type Order, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { endOfDay, readDateRange, startOfDay } from "#app/lib/date-range.ts";
import { Submission, type Workspace } from "#app/models/index.server.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { COUNT_MAX, countSubmissions, type DayCounts } from "./count-submissions.server.ts";
import { findListed, type ListedSubmission } from "./listed-submissions.server.ts";
import { toSubmissionWhere } from "./submission-filter.server.ts";
import { newestFirst, type OrderedPart, toOrder } from "./submission-order.server.ts";

/** Up to this offset the database skips rows; beyond it the totals tell the day to start at. */
const SHALLOW = 200;

export type SubmissionsPage = {
  submissions: ListedSubmission[];
  total: number;
  /** The total is a lower bound. */
  hasMore: boolean;
  page: number;
  limit: number;
  pages: number;
  /** The ids before the first and after the last submission of the page. */
  beforeId: string | null;
  afterId: string | null;
};

/**
 * One page of submissions. A page past the last is empty.
 * @param isExact counts all that match, however long it takes
 * @throws {Invalid} for a range whose end is before its start
 */
export async function listSubmissions({
  workspace,
  query,
  isExact = false,
}: {
  workspace: Pick<Workspace, "id" | "timeZone">;
  query: SubmissionsQuery;
  isExact?: boolean;
}): Promise<SubmissionsPage> {
  const { id: workspaceId, timeZone } = workspace;
  const range = readDateRange(timeZone, query);
  const where = await toSubmissionWhere(workspaceId, query, range);
  const { total, hasMore, days } = await countSubmissions({ workspaceId, query, range, where, isExact });
  const pages = Math.max(1, Math.ceil(total / query.limit));
  const offset = (query.page - 1) * query.limit;
  const base = { total, hasMore, page: query.page, limit: query.limit, pages };
  if (offset >= total && !hasMore) return { submissions: [], beforeId: null, afterId: null, ...base };

  // One more on either side: the neighbors of the page's first and last.
  const before = offset > 0 ? 1 : 0;
  const start = offset - before;
  const place =
    days && start > SHALLOW ? jump(days, start, timeZone, query.sort) : { offset: start, where: {} };
  const rows = await findInParts({
    workspaceId,
    where: {
      [Op.and]: [
        await toSubmissionWhere(workspaceId, query, range, hasMore || total > COUNT_MAX),
        place.where,
      ],
    },
    parts: toOrder(query),
    offset: place.offset,
    limit: before + query.limit + 1,
  });
  const submissions = rows.slice(before, before + query.limit);
  return {
    submissions,
    beforeId: before === 1 ? (rows[0]?.id ?? null) : null,
    afterId: rows[before + query.limit]?.id ?? null,
    ...base,
  };
}

/** A workspace's latest submissions. */
export const listLatest = (workspaceId: string, limit: number): Promise<ListedSubmission[]> =>
  readRows({ workspaceId, where: { workspaceId }, order: newestFirst, limit, offset: 0 });

type PartsQuery = {
  workspaceId: string;
  where: WhereOptions;
  parts: OrderedPart[];
  offset: number;
  limit: number;
};

/** Reads part after part, so that each is read by its index. */
async function findInParts({ workspaceId, where, parts, ...place }: PartsQuery): Promise<ListedSubmission[]> {
  const found: ListedSubmission[] = [];
  let { offset, limit } = place;
  for (const part of parts) {
    if (limit === 0) break;
    const inPart = { [Op.and]: [where, part.where] };
    const rows = await readRows({ workspaceId, where: inPart, order: part.order, limit, offset });
    found.push(...rows);
    limit -= rows.length;
    if (rows.length > 0 || part === parts.at(-1)) offset = 0;
    // A row inserted in between is counted but was not found.
    else if (offset > 0)
      offset = Math.max(0, offset - (await retryRead(() => Submission.count({ where: inPart }))));
  }
  return found;
}

type Rows = { workspaceId: string; where: WhereOptions; order: Order; limit: number; offset: number };

/** After an offset the ids are read first, from an index alone, so that skipped rows are not read. */
async function readRows({ workspaceId, where, order, limit, offset }: Rows): Promise<ListedSubmission[]> {
  if (offset === 0) return retryRead(() => findListed({ where, order, limit }));
  const ids = await retryRead(() =>
    Submission.findAll({ where, attributes: ["id"], order, limit, offset, raw: true }),
  );
  if (ids.length === 0) return [];
  const chosen = { workspaceId, id: ids.map(({ id }) => id) };
  return retryRead(() => findListed({ where: chosen, order }));
}

/** The day that holds the offset, and the short offset inside it. */
function jump(days: DayCounts, offset: number, timeZone: string, sort: SubmissionsQuery["sort"]) {
  let skipped = 0;
  for (const { day, count } of days) {
    if (skipped + count > offset) {
      return {
        offset: offset - skipped,
        where:
          sort === "createdAt"
            ? { createdAt: { [Op.gte]: startOfDay(day, timeZone) } }
            : { createdAt: { [Op.lt]: endOfDay(day, timeZone) } },
      };
    }
    skipped += count;
  }
  return { offset, where: {} };
}
