import { tz } from "@date-fns/tz";
import { subDays } from "date-fns";
import { dayIn } from "./dates.ts";

/** Dates and times for people. A page names its time zone once. */
type Moment = { at: string | Date; timeZone: string };

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  let formatter = formats.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", { timeZone, ...options });
    formats.set(key, formatter);
  }
  return formatter;
}

const asDate = (at: string | Date) => (typeof at === "string" ? new Date(at) : at);

/** "16:04" */
export function clockTime({ at, timeZone }: Moment): string {
  return format(timeZone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(asDate(at));
}

/** "16:04:37" */
export function clockTimeToTheSecond({ at, timeZone }: Moment): string {
  return format(timeZone, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }).format(asDate(at));
}

/** "Nov 13, 2026, 16:04:37": complete, for what is printed and kept. */
export const exactDateTime = ({ at, timeZone }: Moment): string =>
  `${shortDate(dayIn(timeZone, asDate(at)))}, ${clockTimeToTheSecond({ at, timeZone })}`;

/** "November 13", with the year unless it is the current one. */
export function day({ at, timeZone, now }: Moment & { now: string | Date }): string {
  const year = format(timeZone, { year: "numeric" });
  const date = format(timeZone, { month: "long", day: "numeric" }).format(asDate(at));
  const itsYear = year.format(asDate(at));
  return itsYear === year.format(asDate(now)) ? date : `${date}, ${itsYear}`;
}

/** "Friday, November 20" */
export function weekdayAndDay({ at, timeZone }: Moment): string {
  return format(timeZone, { weekday: "long", month: "long", day: "numeric" }).format(asDate(at));
}

/** "Today", "Yesterday", "November 13" */
export function dayName({ at, timeZone, now }: Moment & { now: string | Date }): string {
  const date = day({ at, timeZone, now });
  if (date === day({ at: now, timeZone, now })) return "Today";
  const yesterday = subDays(now, 1, { in: tz(timeZone) });
  return date === day({ at: yesterday, timeZone, now }) ? "Yesterday" : date;
}

/** "16:04" if today, otherwise "November 13 at 19:41". */
export function formatDateTime({ at, timeZone, now }: Moment & { now: string | Date }): string {
  const time = clockTime({ at, timeZone });
  const date = day({ at, timeZone, now });
  return date === day({ at: now, timeZone, now }) ? time : `${date} at ${time}`;
}

/** "Sep 24, 2026" from `2026-09-24`. */
export function shortDate(isoDay: string): string {
  return format("UTC", { month: "short", day: "numeric", year: "numeric" }).format(asDate(isoDay));
}

/** "Sep 24" from `2026-09-24`. */
export function dayInYear(isoDay: string): string {
  return format("UTC", { month: "short", day: "numeric" }).format(asDate(isoDay));
}

/** "November 2026" from `2026-11`. */
export function monthAndYear(month: string): string {
  return format("UTC", { month: "long", year: "numeric" }).format(asDate(`${month}-01`));
}

/** "November" from `2026-11`. */
export function monthName(month: string): string {
  return format("UTC", { month: "long" }).format(asDate(`${month}-01`));
}
