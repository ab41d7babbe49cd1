import { Op, type Order } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { endOfDay, readDateRange, startOfDay } from "#app/lib/date-range.ts";
import { Delivery, DeliveryAttempt, Submission, type Workspace } from "#app/models/index.server.ts";
import type { SubmissionsQuery } from "#app/schemas/submissions.ts";
import { countSubmissions, type Days } from "./count-submissions.server.ts";
import { filterOf } from "./submission-filter.server.ts";
import { orderOf } from "./submission-order.server.ts";

/** Up to this offset the database skips rows; beyond it the totals give the day to start at. */
const SHALLOW = 200;

export type SubmissionsPage = {
  submissions: Submission[];
  total: number;
  /** The total is a lower bound. */
  hasMore: boolean;
  page: number;
  limit: number;
  pages: number;
};

/** Lists leave out the long texts that only the open submission shows. */
const deliveriesWithAttempts = {
  model: Delivery,
  as: "deliveries",
  separate: true,
  include: [
    {
      model: DeliveryAttempt,
      as: "attempts",
      separate: true,
      attributes: { exclude: ["request", "response"] },
      order: [["number", "ASC"]] as Order,
    },
  ],
};

/**
 * One page of submissions. A page past the last is empty.
 * @throws {Invalid} for a range whose end is before its start
 */
export async function listSubmissions({
  workspace,
  query,
}: {
  workspace: Pick<Workspace, "id" | "timeZone" | "currency">;
  query: SubmissionsQuery;
}): Promise<SubmissionsPage> {
  const { id: workspaceId, timeZone } = workspace;
  const range = readDateRange(timeZone, query);
  const where = filterOf(workspaceId, query, range);
  const { total, hasMore, days } = await countSubmissions({ workspaceId, query, range, where });
  const pages = Math.max(1, Math.ceil(total / query.limit));
  const offset = (query.page - 1) * query.limit;
  const base = { total, hasMore, page: query.page, limit: query.limit, pages };
  if (offset >= total && !hasMore) return { submissions: [], ...base };

  const place = days && offset > SHALLOW ? jump(days, offset, timeZone, query.sort) : { offset, where: {} };
  const order = await orderOf(query.sort, workspace.currency);
  const submissions = await retryRead(() =>
    Submission.findAll({
      where: { [Op.and]: [where, place.where] },
      include: [deliveriesWithAttempts],
      order,
      limit: query.limit,
      offset: place.offset,
    }),
  );
  return { submissions, ...base };
}

/** The day that holds the offset, and the short offset inside it. */
function jump(days: Days, offset: number, timeZone: string, sort: SubmissionsQuery["sort"]) {
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
