import { DAY, type Interval } from "#app/lib/dates.ts";
import type { PaidGrain } from "#app/lib/statements.ts";
import { toInterval, toLastDay, toWrittenDay } from "#app/services/tables/columns/to-interval.ts";
import type { FileColumns } from "../columns/file-columns.ts";
import type { StatementMatching, StatementRow } from "../matching/types.ts";

/** When a row was, in the file's time zone. */
type RowTime = { at: Interval; day: string; lastDay: string | null };

/** What is known of the rows of a file beside what stands in them. */
export type DescribedRows = {
  kind: FileColumns["kind"];
  /** From the title lines. */
  period: RowTime | null;
  /** The claims that matching found in a line, whether they wait or are decided. */
  claimsOf: (line: number) => string[];
  /** Null for a row without a date in a file without a period. */
  timeOf: (at: Interval | null) => RowTime | null;
  grainOf: (at: Interval | null) => PaidGrain;
  coversFrom: string | null;
  coversTo: string | null;
};

/** The sum of a period that is longer than a day in an unknown time zone is a month's. */
const MONTH_MIN = 3 * DAY;

/** Whether what an interval adds up is a month's or a day's. */
export const sumGrain = (at: Interval | null): "daySum" | "monthSum" =>
  at && +at.to - +at.from < MONTH_MIN ? "daySum" : "monthSum";

export function describeRows(
  rows: readonly StatementRow[],
  matching: StatementMatching,
  { kind, timeZone, titles }: Pick<FileColumns, "kind" | "timeZone" | "titles">,
): DescribedRows {
  const claims = findClaims(matching);
  const toTime = (at: Interval): RowTime => {
    const day = toWrittenDay(at, timeZone);
    const isSum = kind === "sums" || +at.to - +at.from >= MONTH_MIN;
    return { at, day, lastDay: isSum ? toLastDay(at, timeZone) : null };
  };
  const period = titles.period && {
    at: {
      from: dayAsInterval(titles.period.from, timeZone).from,
      to: dayAsInterval(titles.period.to, timeZone).to,
    },
    day: titles.period.from,
    lastDay: titles.period.to,
  };
  const covers = kind === "registrations" ? null : findSpan(rows);
  const days = covers && { from: toWrittenDay(covers.first, timeZone), to: toLastDay(covers.last, timeZone) };
  return {
    kind,
    period,
    claimsOf: (line) => claims.get(line) ?? [],
    timeOf: (at) => (at ? toTime(at) : period),
    grainOf: (at) => {
      if (kind !== "sums") return kind === "transactions" ? "transaction" : "registration";
      return sumGrain(at ?? period?.at ?? null);
    },
    coversFrom: earlier(days?.from, period?.day),
    coversTo: later(days?.to, period?.lastDay),
  };
}

const dayAsInterval = (day: string, timeZone: string | null): Interval =>
  toInterval({ at: `${day}T00:00:00`, precision: "day", offset: null }, timeZone);

/** The first row of a file by its time, and the last one. */
function findSpan(rows: readonly StatementRow[]): { first: Interval; last: Interval } | null {
  let first: Interval | null = null;
  let last: Interval | null = null;
  for (const { at } of rows) {
    if (!at) continue;
    if (!first || at.from < first.from) first = at;
    if (!last || at.to > last.to) last = at;
  }
  return first && last && { first, last };
}

const earlier = (a: string | undefined, b: string | undefined) =>
  a && b ? (a < b ? a : b) : (a ?? b ?? null);
const later = (a: string | undefined, b: string | undefined) => (a && b ? (a > b ? a : b) : (a ?? b ?? null));

function findClaims(matching: StatementMatching): Map<number, string[]> {
  const claims = new Map<number, string[]>();
  const { matches, verified, rejectedButConfirmed } = matching;
  for (const { lines, submissionIds } of [...matches, ...verified, ...rejectedButConfirmed])
    for (const line of lines) claims.set(line, [...(claims.get(line) ?? []), ...submissionIds]);
  for (const { submissionId, line } of matching.reversals)
    if (!claims.get(line)?.includes(submissionId))
      claims.set(line, [...(claims.get(line) ?? []), submissionId]);
  return claims;
}
