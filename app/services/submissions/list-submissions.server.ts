import { TZDate } from "@date-fns/tz";
import { literal, Op, type Order, type WhereOptions } from "sequelize";
import { retryRead, sequelize } from "#app/database/connection.server.ts";
import { asNumber, likeEscape } from "#app/database/dialect.server.ts";
import { totalsByDay } from "#app/database/queries/totals.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { Invalid, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import {
  Commission,
  Delivery,
  DeliveryAttempt,
  Submission,
  type Workspace,
} from "#app/models/index.server.ts";
import type { SubmissionsQuery } from "#app/schemas/submissions.ts";

/** Mixed filters count up to this and then show "more than". */
const COUNT_MAX = 1_000;
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

type InZone = Pick<Workspace, "id" | "timeZone">;

const orders: Record<SubmissionsQuery["sort"], Order> = {
  "-createdAt": [
    ["createdAt", "DESC"],
    ["id", "DESC"],
  ],
  createdAt: [
    ["createdAt", "ASC"],
    ["id", "ASC"],
  ],
  // Rows without a deadline come last on both dialects.
  sendBefore: [
    [literal("sendBefore IS NULL"), "ASC"],
    ["sendBefore", "ASC"],
    ["id", "ASC"],
  ],
  amount: [
    [literal(asNumber("amount")), "DESC"],
    ["id", "DESC"],
  ],
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
  workspace: InZone;
  query: SubmissionsQuery;
}): Promise<SubmissionsPage> {
  const range = readRange(workspace.timeZone, query);
  const where = conditions(workspace, query, range);
  const { total, hasMore, days } = await countSubmissions(workspace, query, range, where);
  const pages = Math.max(1, Math.ceil(total / query.limit));
  const offset = (query.page - 1) * query.limit;
  const base = { total, hasMore, page: query.page, limit: query.limit, pages };
  if (offset >= total && !hasMore) return { submissions: [], ...base };

  const place =
    days && offset > SHALLOW ? jump(days, offset, workspace.timeZone, query.sort) : { offset, where: {} };
  const submissions = await retryRead(() =>
    Submission.findAll({
      where: { [Op.and]: [where, place.where] },
      include: [deliveriesWithAttempts],
      order: orders[query.sort],
      limit: query.limit,
      offset: place.offset,
    }),
  );
  return { submissions, ...base };
}

/**
 * One of the workspace's submissions with the whole history of its deliveries.
 * @throws {NotFound} also for another workspace's
 */
export async function getSubmission({
  workspaceId,
  submissionId,
}: {
  workspaceId: string;
  submissionId: string;
}): Promise<Submission> {
  if (!isId(submissionId)) throw new NotFound("Submission");
  const submission = await retryRead(() =>
    Submission.findOne({
      where: { id: submissionId, workspaceId },
      include: [
        {
          model: Delivery,
          as: "deliveries",
          separate: true,
          include: [{ model: DeliveryAttempt, as: "attempts", separate: true, order: [["number", "ASC"]] }],
        },
        { model: Commission, as: "commission", required: false },
      ],
    }),
  );
  if (!submission) throw new NotFound("Submission");
  return submission;
}

/** Like `getSubmission`, but null if it does not exist. */
export async function findSubmission(args: {
  workspaceId: string;
  submissionId: string;
}): Promise<Submission | null> {
  try {
    return await getSubmission(args);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/** The ids before and after one on a list's page, and its place in the whole list: "7 of 1,284". */
export function findNeighbors(
  { submissions, page, limit, total, hasMore }: SubmissionsPage,
  submissionId: string,
): { previousId: string | null; nextId: string | null; position: string | null } {
  const index = submissions.findIndex(({ id }) => id === submissionId);
  if (index < 0) return { previousId: null, nextId: null, position: null };
  const place = (page - 1) * limit + index + 1;
  const number = (value: number) => value.toLocaleString("en-US");
  return {
    previousId: submissions[index - 1]?.id ?? null,
    nextId: submissions[index + 1]?.id ?? null,
    position: hasMore ? null : `${number(place)} of ${number(total)}`,
  };
}

type Range = {
  from: Date | null;
  before: Date | null;
  fromDay?: string;
  toDay?: string;
  isWholeDays: boolean;
};

/** Days are read in the workspace's time zone and include both ends; an instant stays as it is. */
function readRange(timeZone: string, { from, to }: SubmissionsQuery): Range {
  const isDay = (text: string | undefined) => text === undefined || text.length === 10;
  const start = from === undefined ? null : from.length === 10 ? startOfDay(from, timeZone) : new Date(from);
  const before =
    to === undefined
      ? null
      : to.length === 10
        ? startOfDay(to, timeZone, 1)
        : new Date(new Date(to).getTime() + 1);
  if (start && before && start >= before) {
    throw new Invalid([{ field: "to", message: "The range ends before it starts" }]);
  }
  return {
    from: start,
    before,
    isWholeDays: isDay(from) && isDay(to),
    ...(from && isDay(from) ? { fromDay: from } : {}),
    ...(to && isDay(to) ? { toDay: to } : {}),
  };
}

function startOfDay(day: string, timeZone: string, plusDays = 0): Date {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return new Date(new TZDate(year, month - 1, date + plusDays, timeZone).getTime());
}

function conditions(workspace: InZone, query: SubmissionsQuery, range: Range): WhereOptions {
  const all: WhereOptions[] = [{ workspaceId: workspace.id }];
  if (query.status) all.push({ status: query.status });
  if (query.eventStatus) all.push({ eventStatus: query.eventStatus });
  if (query.platform) all.push({ platformId: query.platform });
  if (query.source) all.push({ source: query.source });
  if (range.from) all.push({ createdAt: { [Op.gte]: range.from } });
  if (range.before) all.push({ createdAt: { [Op.lt]: range.before } });
  if (query.expiresWithin) {
    const now = Date.now();
    all.push({
      status: "pending",
      sendBefore: { [Op.gt]: new Date(now), [Op.lte]: new Date(now + query.expiresWithin * HOUR) },
    });
  }
  if (query.search) all.push(matches(query.search));
  return { [Op.and]: all };
}

function matches(search: string): WhereOptions {
  const pattern = sequelize.escape(`%${search.replace(/[\\%_]/g, "\\$&")}%`);
  const digits = search.replace(/\D/g, "");
  const like = (column: string, value = pattern) =>
    literal(`\`Submission\`.\`${column}\` LIKE ${value} ${likeEscape}`);
  return {
    [Op.or]: [
      like("email"),
      like("reference"),
      ...(isId(search) ? [{ id: search }] : []),
      ...(digits.length >= 4 ? [like("phone", sequelize.escape(`%${digits}%`))] : []),
    ],
  };
}

type Days = { day: string; count: number }[];

async function countSubmissions(
  workspace: InZone,
  query: SubmissionsQuery,
  range: Range,
  where: WhereOptions,
) {
  const isCounted = !query.source && !query.search && !query.expiresWithin && range.isWholeDays;
  if (isCounted) {
    const days = await retryRead(() =>
      totalsByDay(
        {
          workspaceId: workspace.id,
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
  const rows = await retryRead(() =>
    Submission.findAll({ where, attributes: ["id"], limit: COUNT_MAX + 1, raw: true }),
  );
  return { total: Math.min(rows.length, COUNT_MAX), hasMore: rows.length > COUNT_MAX, days: null };
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
            : { createdAt: { [Op.lt]: startOfDay(day, timeZone, 1) } },
      };
    }
    skipped += count;
  }
  return { offset, where: {} };
}

/** The counts beside the views of the list. */
export async function countViews(
  workspace: InZone,
): Promise<{ all: number; toCheck: number; expiring: number; problems: number }> {
  const sum = async (filter: { status?: string; eventStatus?: string }) =>
    (await totalsByDay({ workspaceId: workspace.id, ...filter }, "DESC")).reduce(
      (total, { count }) => total + count,
      0,
    );
  const now = Date.now();
  const [all, toCheck, problems, expiring] = await retryRead(() =>
    Promise.all([
      sum({}),
      sum({ status: "pending" }),
      sum({ eventStatus: "failed" }),
      Submission.count({
        where: {
          workspaceId: workspace.id,
          status: "pending",
          sendBefore: { [Op.gt]: new Date(now), [Op.lte]: new Date(now + 24 * HOUR) },
        },
      }),
    ]),
  );
  return { all, toCheck, expiring, problems };
}
