import DataLoader from "dataloader";
import { retryRead } from "#app/database/connection.server.ts";
import {
  CLAIM_SUMS,
  type CountQuery,
  type CountRow,
  daysOfQuery,
  type States,
  sumClaims,
  sumCounts,
} from "#app/database/queries/counts.server.ts";
import { listMarkStates, readMarkState } from "#app/database/queries/day-marks.server.ts";
import { CLICK_DAYS_MAX } from "#app/lib/click-days.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { type Days, plusDays } from "#app/lib/periods.ts";
import { toTenThousandths } from "#app/lib/ten-thousandths.ts";
import { EVIDENCE_MEASURES } from "#app/lib/truth.ts";
import { addStates, type ClaimSum, noClaims, sortClaims } from "./claim-sums.ts";
import type { KnownOrigin } from "./count-claims.ts";
import { countDay } from "./count-day.server.ts";

/** With more claims and rows of spend on marked days, or more such days, figures are those of the last count. */
const COUNTED_NOW_MAX = 1_000;
const MARKED_MAX = 60;

/** How much of a measure there is, by value or day as asked for. */
export type CountSum = States & {
  key: string;
  measure: string;
  /** In ten-thousandths. */
  parts: bigint;
};

type Asked = Omit<CountQuery, "workspaceId" | "days">;
type Of<Queries extends readonly Asked[], Sum> = Promise<{ [At in keyof Queries]: Sum[] }>;

export type Counts = {
  days: Days;
  /** Whether days wait to be counted. */
  isBehind: boolean;
  /** Whether some of them are in an earlier currency: no amount is known. */
  isConverting: boolean;
  /** Where the claims of days that have just changed come from. */
  origins: KnownOrigin[];
  /** The sums of each query by measure and states. All that is asked for at once is one statement. */
  sum<const Queries extends readonly Asked[]>(...queries: Queries): Of<Queries, CountSum>;
  /** The claims of each query, the most frequent values first. */
  sumClaims<const Queries extends readonly Asked[]>(...queries: Queries): Of<Queries, ClaimSum>;
};

/**
 * The counts of a workspace's days. Those of days that have just changed are counted from their claims, so that
 * what a member does shows at once.
 * @param hasClicks whether claims are asked for by their ad click, which is some days before their own
 */
export async function openCounts(
  workspaceId: string,
  days: Days,
  { hasClicks = false }: { hasClicks?: boolean } = {},
): Promise<Counts> {
  const last = hasClicks ? plusDays(days.to, CLICK_DAYS_MAX) : days.to;
  const { marked, isSpendMarked, isConverting } = await retryRead(() =>
    readMarkState({ workspaceId, days, last }),
  );
  const toCount = marked.reduce((sum, one) => sum + one.rows, 0);
  const isCountedNow = marked.length <= MARKED_MAX && toCount <= COUNTED_NOW_MAX;
  const left = isCountedNow ? marked.map(({ day }) => day) : [];
  const counted: Awaited<ReturnType<typeof countDay>>[] = [];
  for (const day of left) counted.push(await retryRead(() => countDay({ workspaceId, day })));
  const rows = counted.flatMap((one) => one?.rows ?? []);
  const toQuery = (asked: Asked): CountQuery => ({ ...asked, workspaceId, days });
  const now = (query: CountQuery) => rows.filter((row) => isAskedFor(row, query));
  const load = <Sum>(read: (queries: CountQuery[]) => Promise<Sum[][]>) => {
    const loader = new DataLoader<Asked, Sum[]>((asked) => read(asked.map(toQuery)), { cache: false });
    return (...asked: readonly Asked[]) => Promise.all(asked.map((query) => loader.load(query)));
  };
  return {
    days,
    origins: counted.flatMap((one) => one?.origins ?? []),
    isBehind: isSpendMarked || !isCountedNow,
    isConverting: isConverting && !isCountedNow,
    sum: load(async (queries) => {
      const byPart = groupBy(await retryRead(() => sumCounts(queries, left)), ({ part }) => Number(part));
      return queries.map((query, part) => mergeSums(byPart.get(part) ?? [], now(query), query.by));
    }) as Counts["sum"],
    sumClaims: load(async (queries) => {
      // As many more as may lose their place to what has changed.
      const widened = queries.map(({ limit, ...query }) =>
        limit === undefined ? query : { ...query, limit: limit + now(query).length },
      );
      const byPart = groupBy(await retryRead(() => sumClaims(widened, left)), ({ part }) => Number(part));
      return Promise.all(
        queries.map(async (query, part) => {
          const [stored, changed] = [
            byPart.get(part) ?? [],
            now({ ...query, measure: ["claims", ...EVIDENCE_MEASURES] }),
          ];
          if (query.limit === undefined || changed.length === 0)
            return mergeClaims(stored, changed, query.by);
          // Of values that have changed all is read, because they may not be among the first.
          const values = new Set(changed.map(({ value }) => value));
          const { limit: _limit, ...unlimited } = { ...query, values: [...values] };
          const others = await retryRead(() => sumClaims([unlimited], left));
          return mergeClaims([...stored.filter(({ key }) => !values.has(key)), ...others], changed, query.by);
        }),
      );
    }) as Counts["sumClaims"],
  };
}

type LastCounts = Pick<Counts, "isBehind" | "isConverting"> & {
  workspaceId: string;
  /** Those of each query, by measure and states. */
  sums: CountSum[][];
};

/**
 * The sums of the same queries in several workspaces, as they were counted last: two statements for all of
 * them. Days that have just changed are not counted, which would take some for each.
 */
export async function sumLastCounts(
  places: readonly { workspaceId: string; days: Days }[],
  asked: readonly Asked[],
): Promise<LastCounts[]> {
  if (places.length === 0) return [];
  const queries = places.flatMap((place) => asked.map((query) => ({ ...query, ...place })));
  const [stored, states] = await Promise.all([
    retryRead(() => sumCounts(queries, [])),
    retryRead(() => listMarkStates(places)),
  ]);
  const byPart = groupBy(stored, ({ part }) => Number(part));
  return places.map(({ workspaceId }, at) => {
    const state = states.find((one) => one.workspaceId === workspaceId);
    return {
      workspaceId,
      isBehind: state !== undefined,
      isConverting: state?.isConverting ?? false,
      sums: asked.map((query, index) => mergeSums(byPart.get(at * asked.length + index) ?? [], [], query.by)),
    };
  });
}

function mergeClaims(
  stored: Awaited<ReturnType<typeof sumClaims>>,
  now: CountRow[],
  by: CountQuery["by"],
): ClaimSum[] {
  const sums = addStates(
    now.map((row) => ({ ...row, key: by === undefined ? "" : row[by], count: Number(row.amount) })),
  );
  for (const row of stored) {
    const sum = sums.get(row.key) ?? noClaims(row.key);
    sums.set(row.key, sum);
    for (const name of CLAIM_SUMS) sum[name] += Number(row[name]) * (Number(row.isLeft) === 1 ? -1 : 1);
  }
  return sortClaims(sums);
}

function isAskedFor(row: CountRow, { basis, kind, only, values, measure, ...range }: CountQuery): boolean {
  const days = daysOfQuery(range);
  return (
    row.basis === basis &&
    row.kind === kind &&
    (only ? only.includes(row.period) : row.period >= days.from && row.period <= days.to) &&
    (!values || values.includes(row.value)) &&
    (measure === undefined || [measure].flat().includes(row.measure))
  );
}

/** What is stored, without what is stored of some days, with what these days have now. */
function mergeSums(
  stored: Awaited<ReturnType<typeof sumCounts>>,
  now: CountRow[],
  by: CountQuery["by"],
): CountSum[] {
  // The statement has grouped them.
  if (now.length === 0 && stored.every(({ isLeft }) => Number(isLeft) === 0))
    return stored.map(({ amount, ...sum }) => ({ ...sum, parts: toTenThousandths(amount) }));
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
