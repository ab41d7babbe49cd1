import DataLoader from "dataloader";
import { retryRead } from "#app/database/connection.server.ts";
import {
  type CountQuery,
  type CountRow,
  type States,
  sumCounts,
} from "#app/database/queries/counts.server.ts";
import { readMarkState } from "#app/database/queries/day-marks.server.ts";
import { CLICK_DAYS_MAX } from "#app/lib/click-days.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { type Days, plusDays } from "#app/lib/periods.ts";
import { toTenThousandths } from "#app/lib/ten-thousandths.ts";
import type { KnownOrigin } from "./count-claims.ts";
import { countDay } from "./count-day.server.ts";

/** With more claims on marked days, or more such days, figures are those of the last count. */
const COUNTED_NOW_MAX = 1_000;
const MARKED_MAX = 100;

/** How much of a measure there is, by value or day as asked for. */
export type CountSum = States & {
  key: string;
  measure: string;
  /** In ten-thousandths. */
  parts: bigint;
};

type Asked = Omit<CountQuery, "workspaceId" | "days">;

export type Counts = {
  days: Days;
  /** Whether days wait to be counted. */
  isBehind: boolean;
  /** Whether some of them are in an earlier currency: no amount is known. */
  isConverting: boolean;
  /** Where the claims of days that have just changed come from. */
  origins: KnownOrigin[];
  /** The sums of each query. All that is asked for at once is one statement. */
  sum<const Queries extends readonly Asked[]>(
    ...queries: Queries
  ): Promise<{ [At in keyof Queries]: CountSum[] }>;
};

/**
 * The counts of a workspace's days. Those of days that have just changed are counted from their claims, so that
 * what a member does shows at once.
 */
export async function openCounts(workspaceId: string, days: Days): Promise<Counts> {
  // A claim counts by its ad click some days before its own.
  const last = plusDays(days.to, CLICK_DAYS_MAX);
  const { marked, isSpendMarked, isConverting } = await retryRead(() =>
    readMarkState({ workspaceId, days, last }),
  );
  const claims = marked.reduce((sum, one) => sum + one.claims, 0);
  const isCountedNow = marked.length <= MARKED_MAX && claims <= COUNTED_NOW_MAX;
  const left = isCountedNow ? marked.map(({ day }) => day) : [];
  const counted = await Promise.all(left.map((day) => retryRead(() => countDay({ workspaceId, day }))));
  const rows = counted.flatMap((one) => one?.rows ?? []);
  const loader = new DataLoader<Asked, CountSum[]>(
    async (asked) => {
      const queries = asked.map((query): CountQuery => ({ ...query, workspaceId, days }));
      const now = queries.map((query) => rows.filter((row) => isAskedFor(row, query)));
      const stored = await retryRead(() => sumCounts(queries, left));
      const byPart = groupBy(stored, ({ part }) => Number(part));
      const sums = queries.map((query, part) => mergeSums(byPart.get(part) ?? [], now[part] ?? [], query.by));
      return addOthers(queries, { sums, now, left });
    },
    { cache: false },
  );
  return {
    days,
    origins: counted.flatMap((one) => one?.origins ?? []),
    isBehind: isSpendMarked || (!isCountedNow && marked.some(({ day }) => day <= days.to)),
    isConverting: isConverting && !isCountedNow,
    sum: (...asked) => Promise.all(asked.map((query) => loader.load(query))) as never,
  };
}

/** What is stored of the values that marked days have, where only the first were asked for. */
async function addOthers(
  queries: CountQuery[],
  { sums, now, left }: { sums: CountSum[][]; now: CountRow[][]; left: string[] },
): Promise<CountSum[][]> {
  return Promise.all(
    queries.map(async (query, part) => {
      const [own = [], rows = []] = [sums[part], now[part]];
      if (query.limit === undefined || rows.length === 0) return own;
      const { limit: _limit, ...unlimited } = query;
      const values = [...new Set(rows.map(({ value }) => value))];
      const stored = await retryRead(() => sumCounts([{ ...unlimited, values }], left));
      const others = new Set(values);
      return [...own.filter(({ key }) => !others.has(key)), ...mergeSums(stored, rows, query.by)];
    }),
  );
}

function isAskedFor(row: CountRow, { basis, kind, days, only, values, measure }: CountQuery): boolean {
  return (
    row.basis === basis &&
    row.kind === kind &&
    (only ? only.includes(row.period) : row.period >= days.from && row.period <= days.to) &&
    (!values || values.includes(row.value)) &&
    (measure === undefined || row.measure === measure)
  );
}

/** What is stored, without what is stored of some days, with what these days have now. */
function mergeSums(
  stored: Awaited<ReturnType<typeof sumCounts>>,
  now: CountRow[],
  by: CountQuery["by"],
): CountSum[] {
  const sums = new Map<string, CountSum & { isGone: boolean }>();
  const add = (sum: Omit<CountSum, "parts">, parts: bigint, isGone: boolean) => {
    const { key, measure, status, eventStatus, eventState, truthState } = sum;
    const id = [key, measure, status, eventStatus, eventState, truthState].join("\0");
    const known = sums.get(id);
    if (known) Object.assign(known, { parts: known.parts + parts, isGone });
    else sums.set(id, { key, measure, status, eventStatus, eventState, truthState, parts, isGone });
  };
  const [left, kept] = [1, 0].map((isLeft) => stored.filter((sum) => Number(sum.isLeft) === isLeft));
  for (const sum of kept ?? []) add(sum, toTenThousandths(sum.amount), false);
  for (const sum of left ?? []) add(sum, -toTenThousandths(sum.amount), true);
  for (const row of now)
    add({ ...row, key: by === undefined ? "" : row[by] }, toTenThousandths(row.amount), false);
  // What only the days of before had is no longer there; zero that is known stays.
  return [...sums.values()].filter(({ parts, isGone }) => parts !== 0n || !isGone);
}
