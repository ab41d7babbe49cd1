import { DAY } from "#app/lib/dates.ts";
import { toAsciiDigits } from "#app/lib/digits.ts";
import { CELL_LIMITS } from "../table.ts";
import { FILE_LANGUAGES } from "./file-languages.ts";

export type DateOrder = "day-first" | "month-first";

/** A date as a file says it. */
export type WrittenDate = {
  /** "2026-11-20T09:30:00" on the clock of the file; midnight for a day, the first of the month for a month. */
  at: string;
  precision: "second" | "day" | "month";
  /** Minutes east of UTC, if the cell says so. */
  offset: number | null;
};

const wordOf = (text: string) => text.toLowerCase().normalize("NFKC").replace(/\.$/, "");

/** Long and short names of the months in each language, in the two cases that some of them have. */
const MONTHS = new Map<string, number>(
  FILE_LANGUAGES.flatMap((language) =>
    (["long", "short"] as const).flatMap((month) => {
      // Made once for all months: each takes longer than all that it formats.
      const alone = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
      const inDate = new Intl.DateTimeFormat(language, { month, day: "numeric", timeZone: "UTC" });
      return Array.from({ length: 12 }, (_, index) => index).flatMap((index) => {
        const date = new Date(Date.UTC(2026, index, 15));
        const name = alone.format(date);
        const other = inDate.formatToParts(date).find(({ type }) => type === "month")?.value;
        return [name, other ?? name].map((one) => [wordOf(one), index + 1] as const);
      });
    }),
  ),
);
// "Sept" is what British and Spanish files write beside Intl's "Sep".
MONTHS.set("sept", 9);

const TIME =
  "(?:[T ,]+(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2})(?:[.,]\\d+)?)?\\s*(?:(am|pm|a\\.m\\.|p\\.m\\.)\\s*)?(z|utc|gmt|[+-]\\d{2}:?\\d{2}|(?:utc|gmt)[+-]\\d{1,2}(?::?\\d{2})?)?)?";
const YEAR_FIRST = new RegExp(`^(\\d{4})[-./](\\d{1,2})[-./](\\d{1,2})${TIME}$`, "i");
const YEAR_LAST = new RegExp(`^(\\d{1,2})[-./ ](\\d{1,2})[-./ ](\\d{4}|\\d{2})${TIME}$`, "i");
/** With dots the day is first in every country. */
const DOTTED = /^\d{1,2}\.\d{1,2}\./;
const DAY_NAMED = new RegExp(
  `^(\\d{1,2})[-. /]*(?:de )?(\\p{L}+)[-. /,]*(?:de )?(\\d{4}|\\d{2})${TIME}$`,
  "iu",
);
const NAMED_FIRST = new RegExp(`^([\\p{L}.]+)[ -]*(\\d{1,2})(?:st|nd|rd|th)?,? +(\\d{4})${TIME}$`, "iu");
// Of these years only: 50211201 is an account number.
const COMPACT = new RegExp(`^(20\\d{2}|2100)(\\d{2})(\\d{2})${TIME}$`, "i");
// Without a dot after the year: "1250.10" is money.
const MONTH_ONLY = /^(?:(\d{4})[-/](\d{1,2})|(\d{1,2})[-./](\d{4})|([\p{L}.]+)[ -]*(\d{4}))$/u;
const WEEKDAY = /^[\p{L}.]+,\s*(?=\d)/u;
const UNIX = /^(\d{10})(\.\d+|\d{3})?$/;

const FIRST_YEAR = 2000;
/** The first days of calendars of programs, which stand for no date: 0001-01-01, 1899-12-30, 01.01.1970. */
const PLACEHOLDER_YEARS = new Set([0, 1, 1753, 1899, 1900, 1970]);

/** What a cell of dates is: read, or not, and why. */
export type DateReading = { date: WrittenDate } | { problem: "placeholder" | "unreadable" };

/** Reads a cell of a column of dates. `isUnix` reads seconds or milliseconds since 1970, which could be ids. */
export function parseDate(
  cell: string | number,
  { order, isUnix = false }: { order: DateOrder; isUnix?: boolean },
): DateReading {
  const typed = String(cell).trim();
  if (typed.length > CELL_LIMITS.figure) return { problem: "unreadable" };
  const text = toAsciiDigits(typed).replace(/\u00a0/g, " ");
  if (isUnix) return parseUnix(text);
  const dated = text.replace(WEEKDAY, "");
  for (const [pattern, toParts] of SHAPES) {
    const found = pattern.exec(dated);
    const parts = found && toParts(found, order);
    if (parts) return toDate(parts);
  }
  return { problem: "unreadable" };
}

type Parts = { year: string; month: string | number; day: string; time: (string | undefined)[] };

const SHAPES: [RegExp, (found: RegExpExecArray, order: DateOrder) => Parts | null][] = [
  [YEAR_FIRST, ([, year = "", month = "", day = "", ...time]) => ({ year, month, day, time })],
  [
    YEAR_LAST,
    ([text, first = "", second = "", year = "", ...time], order) =>
      order === "day-first" || DOTTED.test(text)
        ? { year, month: second, day: first, time }
        : { year, month: first, day: second, time },
  ],
  [DAY_NAMED, ([, day = "", name = "", year = "", ...time]) => named(name, { year, day, time })],
  [NAMED_FIRST, ([, name = "", day = "", year = "", ...time]) => named(name, { year, day, time })],
  [COMPACT, ([, year = "", month = "", day = "", ...time]) => ({ year, month, day, time })],
  [
    MONTH_ONLY,
    ([, year, month, monthBefore, yearAfter, name, yearNamed]) => {
      const rest = { year: year ?? yearAfter ?? yearNamed ?? "", day: "", time: [] };
      return name ? named(name, rest) : { ...rest, month: month ?? monthBefore ?? "" };
    },
  ],
];

function named(name: string, rest: Omit<Parts, "month">): Parts | null {
  const month = MONTHS.get(wordOf(name));
  return month === undefined ? null : { ...rest, month };
}

function toDate({ year, month, day, time }: Parts): DateReading {
  const years = year.length === 2 ? 2000 + Number(year) : Number(year);
  const [months, days] = [Number(month), day === "" ? 1 : Number(day)];
  if (PLACEHOLDER_YEARS.has(years)) return { problem: "placeholder" };
  if (years < FIRST_YEAR) return { problem: "unreadable" };
  const [hour, minute = "0", second = "0", half, zone] = time;
  const hours = Number(hour ?? 0);
  const twelve = half ? (hours % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0) : hours;
  const midnight = new Date(Date.UTC(years, months - 1, days));
  const at = new Date(Date.UTC(years, months - 1, days, twelve, Number(minute), Number(second)));
  // 24:00 is the end of its day.
  const isTime = Number(minute) < 60 && +at <= +midnight + DAY;
  const isReal = midnight.getUTCMonth() === months - 1 && midnight.getUTCDate() === days && isTime;
  if (!isReal) return { problem: "unreadable" };
  return {
    date: {
      at: at.toISOString().slice(0, 19),
      precision: day === "" ? "month" : hour === undefined ? "day" : "second",
      offset: zone ? offsetOf(zone) : null,
    },
  };
}

/** "Z", "UTC", "+02:00", "-0300" or "GMT+2" in minutes east of UTC. */
function offsetOf(zone: string): number {
  const [, sign, hours, minutes = "0"] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (!sign) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function parseUnix(text: string): DateReading {
  const found = UNIX.exec(text);
  if (!found) return { problem: /^0+$/.test(text) ? "placeholder" : "unreadable" };
  const at = new Date(Number(found[1]) * 1000);
  return { date: { at: at.toISOString().slice(0, 19), precision: "second", offset: 0 } };
}

export type DateColumn = {
  /** Of the cells that are not empty, how many are dates in some order: 0 to 1; 0 without a real date. */
  share: number;
  /** Null if no date tells. */
  order: DateOrder | null;
  /** Whether dates are read differently in both orders, and none tells which one is right. */
  isOpen: boolean;
};

type Evidence = { filled: number; either: number; real: number; open: number } & Record<DateOrder, number>;

function gatherEvidence(cells: readonly (string | number)[]): Evidence {
  const found: Evidence = { filled: 0, either: 0, real: 0, open: 0, "day-first": 0, "month-first": 0 };
  for (const cell of cells) {
    if (cell === "") continue;
    found.filled += 1;
    const day = parseDate(cell, { order: "day-first" });
    const month = parseDate(cell, { order: "month-first" });
    const [isDay, isMonth] = [isDated(day), isDated(month)];
    if (isDay || isMonth) found.either += 1;
    if ("date" in day || "date" in month) found.real += 1;
    if (isDay && isMonth) {
      if ("date" in day && "date" in month && day.date.at !== month.date.at) found.open += 1;
    } else if (isDay) found["day-first"] += 1;
    else if (isMonth) found["month-first"] += 1;
  }
  return found;
}

/** Decides the order of day and month from one column or from all of a file, which has one order. */
export function judgeDates(...columns: (readonly (string | number)[])[]): DateColumn {
  const all = columns.map(gatherEvidence);
  const sum = (name: keyof Evidence) => all.reduce((total, found) => total + found[name], 0);
  const [dayFirst, monthFirst] = [sum("day-first"), sum("month-first")];
  const order = dayFirst === monthFirst ? null : monthFirst > dayFirst ? "month-first" : "day-first";
  return {
    share: sum("real") === 0 ? 0 : sum("either") / sum("filled"),
    order,
    isOpen: order === null && sum("open") > 0,
  };
}

const isDated = (reading: DateReading): boolean => "date" in reading || reading.problem === "placeholder";
