import { type Days, plusDays } from "#app/lib/periods.ts";
import type { WrittenDate } from "#app/services/tables/columns/dates.ts";

/** The days from a time to another one, which is exclusive at midnight and at the clock time of the first. */
export function toDays(start: WrittenDate, end: WrittenDate): Days {
  const [from, to] = [start.at.slice(0, 10), end.at.slice(0, 10)];
  const clock = end.at.slice(11);
  const isExclusive = end.precision === "second" && (clock === "00:00:00" || clock === start.at.slice(11));
  return { from, to: isExclusive && from < to ? plusDays(to, -1) : to };
}
