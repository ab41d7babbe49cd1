import { TZDate } from "@date-fns/tz";
import { addDays, addMonths } from "date-fns";
import { dayIn, EAST, type Interval, MINUTE, WEST } from "#app/lib/dates.ts";
import type { WrittenDate } from "./dates.ts";

/**
 * When a written date was. Without an offset of its own or a zone of the file it may have been at any time that
 * some place on earth had it.
 * @param timeZone an IANA name or an offset such as "+02:00"
 */
export function toInterval({ at, precision, offset }: WrittenDate, timeZone: string | null): Interval {
  const wall = Date.parse(`${at}Z`);
  if (offset !== null) return span(new Date(wall - offset * MINUTE), precision, null);
  if (timeZone !== null) return span(toInstant(at, timeZone), precision, timeZone);
  const { from, to } = span(new Date(wall), precision, null);
  return { from: new Date(+from - EAST), to: new Date(+to + WEST) };
}

/** The day that was written for an interval, or its first one, as `YYYY-MM-DD`. */
export function toWrittenDay({ from, to }: Interval, timeZone: string | null): string {
  if (timeZone !== null && !isOffset(timeZone)) return dayIn(timeZone, from);
  const isAnywhere = timeZone === null && +to - +from >= EAST + WEST;
  const shift = timeZone === null ? (isAnywhere ? EAST : 0) : -Date.parse(`1970-01-01T00:00:00${timeZone}`);
  return new Date(+from + shift).toISOString().slice(0, 10);
}

/** The last day that was written for an interval. */
export function toLastDay({ from, to }: Interval, timeZone: string | null): string {
  const isAnywhere = timeZone === null && +to - +from >= EAST + WEST;
  const end = new Date(isAnywhere ? +to - WEST : +to);
  return toWrittenDay({ from: end, to: end }, timeZone);
}

function toInstant(at: string, timeZone: string): Date {
  if (isOffset(timeZone)) return new Date(`${at}${timeZone}`);
  const [year = 0, month = 1, ...rest] = at.split(/\D/).map(Number);
  const [day = 1, hour = 0, minute = 0, second = 0] = rest;
  return new Date(+new TZDate(year, month - 1, day, hour, minute, second, timeZone));
}

function span(from: Date, precision: WrittenDate["precision"], timeZone: string | null): Interval {
  if (precision === "second") return { from, to: from };
  const start = new TZDate(from, timeZone === null || isOffset(timeZone) ? "UTC" : timeZone);
  const end = precision === "day" ? addDays(start, 1) : addMonths(start, 1);
  return { from, to: new Date(+end - 1) };
}

const isOffset = (timeZone: string): boolean => /^[+-]/.test(timeZone);
