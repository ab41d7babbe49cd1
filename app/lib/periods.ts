import { tz } from "@date-fns/tz";
import { addMonths, subMonths, subYears } from "date-fns";
import { DAY } from "./dates.ts";
import { groupBy } from "./group-by.ts";

/** Calendar days, `2026-11-20`, both included. */
export type Days = { from: string; to: string };

/** Ranges that end today, by the letter that chooses them. `e` is yesterday alone. */
export const PERIODS = {
  today: { label: "Today", key: "d" },
  yesterday: { label: "Yesterday", key: "e" },
  "7days": { label: "7 days", key: "w" },
  "28days": { label: "28 days", key: "f" },
  "90days": { label: "90 days", key: "n" },
  month: { label: "Month to date", key: "m" },
  quarter: { label: "Quarter to date", key: "q" },
  year: { label: "Year to date", key: "y" },
  "12months": { label: "12 months", key: "l" },
  all: { label: "All time", key: "a" },
} as const;
export type Period = keyof typeof PERIODS;
export const PERIOD_NAMES = Object.keys(PERIODS) as [Period, ...Period[]];
export const DEFAULT_PERIOD: Period = "28days";

export const COMPARISONS = ["previous", "year", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];

// Calendar days have no clock: in UTC, a change of the clocks cannot move them.
const utc = { in: tz("UTC") };
const toDate = (day: string) => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date) => new Date(+date).toISOString().slice(0, 10);
// Each day of UTC has 24 hours. What date-fns does with a time zone takes many times as long.
export const plusDays = (day: string, days: number) => toDay(new Date(+toDate(day) + days * DAY));

/** A month, `2026-11`, and a number of months. */
export const plusMonths = (month: string, months: number): string =>
  toDay(addMonths(toDate(`${month}-01`), months, utc)).slice(0, 7);

/** The last day of a month, `2026-11`. */
export const lastDayOfMonth = (month: string): string => plusDays(`${plusMonths(month, 1)}-01`, -1);

/** @param firstDay the first that anything was counted on */
export function daysOfPeriod(period: Period, today: string, firstDay: string): Days {
  const from: Record<Period, () => string> = {
    today: () => today,
    yesterday: () => plusDays(today, -1),
    "7days": () => plusDays(today, -6),
    "28days": () => plusDays(today, -27),
    "90days": () => plusDays(today, -89),
    month: () => `${today.slice(0, 7)}-01`,
    quarter: () => {
      const month = Number(today.slice(5, 7));
      return `${today.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, "0")}-01`;
    },
    year: () => `${today.slice(0, 4)}-01-01`,
    "12months": () => plusDays(toDay(subMonths(toDate(today), 12, utc)), 1),
    all: () => (firstDay < today ? firstDay : today),
  };
  return { from: from[period](), to: period === "yesterday" ? plusDays(today, -1) : today };
}

/** How many days a range has. */
export const countDays = ({ from, to }: Days): number => (+toDate(to) - +toDate(from)) / DAY + 1;

/** The days before a range, as many, or the same days a year before. */
export function daysToCompare(days: Days, comparison: Comparison): Days | null {
  if (comparison === "none") return null;
  if (comparison === "year") {
    const from = toDay(subYears(toDate(days.from), 1, utc));
    return { from, to: plusDays(from, countDays(days) - 1) };
  }
  const length = countDays(days);
  return { from: plusDays(days.from, -length), to: plusDays(days.from, -1) };
}

/** The months, `2026-10`, of which a range has all days. */
export function listWholeMonths({ from, to }: Days): string[] {
  const months: string[] = [];
  const end = plusDays(to, 1).slice(0, 7);
  let month = from.endsWith("-01") ? from.slice(0, 7) : plusMonths(from.slice(0, 7), 1);
  for (; month < end; month = plusMonths(month, 1)) months.push(month);
  return months;
}

/** The fewest periods that make up a range: months, tens of days by how they begin, `2026-11-2`, and days. */
export function listPeriods(days: Days): string[] {
  const months = listWholeMonths(days);
  const rest = withoutMonths(days, months).flatMap((range) => {
    const tens = groupBy(listDays(range), (day) => day.slice(0, 9));
    return [...tens].flatMap(([ten, own]) => {
      const around = [plusDays(own[0] ?? "", -1), plusDays(own.at(-1) ?? "", 1)];
      return around.some((day) => day.startsWith(ten)) ? own : [ten];
    });
  });
  return [...months, ...rest];
}

/** What remains of a range without some of its whole months, which are in order. */
export function withoutMonths(days: Days, months: string[]): Days[] {
  const ranges: Days[] = [];
  let { from } = days;
  for (const month of months) {
    const first = `${month}-01`;
    if (from < first) ranges.push({ from, to: plusDays(first, -1) });
    from = `${plusMonths(month, 1)}-01`;
  }
  return from <= days.to ? [...ranges, { from, to: days.to }] : ranges;
}

export function listDays(days: Days): string[] {
  return Array.from({ length: countDays(days) }, (_, index) => plusDays(days.from, index));
}
