import { tz } from "@date-fns/tz";
import { addDays, parseISO } from "date-fns";
import { Invalid } from "./errors.ts";

export type DateRange = {
  /** Included. */
  from: Date | null;
  /** Not included. */
  before: Date | null;
  /** The days that were given as such, `2026-11-20`: the last is included. */
  fromDay?: string;
  toDay?: string;
  isWholeDays: boolean;
};

/**
 * Reads the ends of a range: a day in `timeZone`, as a whole, or an instant.
 * @throws {Invalid} if the end is before the start
 */
export function readDateRange(timeZone: string, { from, to }: { from?: string; to?: string }): DateRange {
  const start = from === undefined ? null : isDay(from) ? startOfDay(from, timeZone) : new Date(from);
  const before = to === undefined ? null : isDay(to) ? endOfDay(to, timeZone) : new Date(Date.parse(to) + 1);
  if (start && before && start >= before)
    throw new Invalid([{ field: "to", message: "The range ends before it starts" }]);
  return {
    from: start,
    before,
    isWholeDays: [from, to].every((text) => text === undefined || isDay(text)),
    ...(from && isDay(from) ? { fromDay: from } : {}),
    ...(to && isDay(to) ? { toDay: to } : {}),
  };
}

const isDay = (text: string) => text.length === "2026-11-20".length;

/** When a day of the calendar starts in a time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(+parseISO(day, { in: tz(timeZone) }));
}

/** When the day after it starts. */
export function endOfDay(day: string, timeZone: string): Date {
  return new Date(+addDays(parseISO(day, { in: tz(timeZone) }), 1));
}
