import { Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { totalsByDay } from "#app/database/queries/totals.server.ts";
import type { DateRange } from "#app/lib/date-range.ts";
import { HOUR } from "#app/lib/dates.ts";
import { Submission } from "#app/models/index.server.ts";
import type { SubmissionsQuery } from "#app/schemas/submissions.ts";

/** Mixed filters count up to this and then show "more than". */
export const COUNT_MAX = 1_000;

export type Days = { day: string; count: number }[];

type CountArguments = {
  workspaceId: string;
  query: SubmissionsQuery;
  range: DateRange;
  /** The condition of `query` and `range`. */
  where: WhereOptions;
  /** Counts all rows where the totals do not know the filters. */
  isExact: boolean;
};

/**
 * Counts what the filters match: by the totals if they know the filters, otherwise by the rows, up to a
 * maximum.
 * @returns `days`: the counts of each day in the order of the list, if the list is in the order of days
 */
export async function countSubmissions({
  workspaceId,
  query,
  range,
  where,
  isExact,
}: CountArguments): Promise<{ total: number; hasMore: boolean; days: Days | null }> {
  const others = [
    "source",
    "campaign",
    "country",
    "hour",
    "event",
    "adPlatform",
    "search",
    "expiresWithin",
  ] as const;
  const isCounted = others.every((name) => query[name] === undefined) && range.isWholeDays;
  if (isCounted) {
    const days = await retryRead(() =>
      totalsByDay(
        {
          workspaceId,
          ...(query.status ? { status: query.status } : {}),
          ...(query.eventStatus ? { eventStatus: query.eventStatus } : {}),
          ...(query.platform ? { platformId: query.platform } : {}),
          ...(range.fromDay ? { fromDay: range.fromDay } : {}),
          ...(range.toDay ? { toDay: range.toDay } : {}),
        },
        query.sort === "createdAt" ? "ASC" : "DESC",
      ),
    );
    const isByDay = query.sort === "createdAt" || query.sort === "-createdAt";
    return {
      total: days.reduce((sum, { count }) => sum + count, 0),
      hasMore: false,
      days: isByDay ? days : null,
    };
  }
  if (isExact)
    return { total: await retryRead(() => Submission.count({ where })), hasMore: false, days: null };
  const rows = await retryRead(() =>
    Submission.findAll({ where, attributes: ["id"], limit: COUNT_MAX + 1, raw: true }),
  );
  return { total: Math.min(rows.length, COUNT_MAX), hasMore: rows.length > COUNT_MAX, days: null };
}

/** The counts beside the views of the list. */
export async function countViews(
  workspaceId: string,
): Promise<{ all: number; toCheck: number; expiring: number; problems: number }> {
  const sum = async (filter: { status?: string; eventStatus?: string }) =>
    (await totalsByDay({ workspaceId, ...filter }, "DESC")).reduce((total, { count }) => total + count, 0);
  const now = Date.now();
  const [all, toCheck, problems, expiring] = await retryRead(() =>
    Promise.all([
      sum({}),
      sum({ status: "pending" }),
      sum({ eventStatus: "failed" }),
      Submission.count({
        where: {
          workspaceId,
          status: "pending",
          sendBefore: { [Op.gt]: new Date(now), [Op.lte]: new Date(now + 24 * HOUR) },
        },
      }),
    ]),
  );
  return { all, toCheck, expiring, problems };
}
