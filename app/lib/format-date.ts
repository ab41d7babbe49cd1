import { tz } from "@date-fns/tz";
import { subDays } from "date-fns";
import { dayIn } from "./dates.ts";
import { getFormats, inOrder } from "./regional-formats.ts";

/** Dates and times for people, in the order of the workspace's region. A page names its time zone once. */
type Moment = { at: string | Date; timeZone: string };

/** Made once for each time zone, because to make one takes longer than to use it. */
function formatter(options: Intl.DateTimeFormatOptions): (timeZone: string, at: string | Date) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone, at) => {
    const known = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, ...options });
    formats.set(timeZone, known);
    return inOrder(known.format(asDate(at)));
  };
}

const asDate = (at: string | Date) => (typeof at === "string" ? new Date(at) : at);

const asClock = formatter({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const asClockWithSeconds = formatter({
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const asYear = formatter({ year: "numeric" });
const asDay = formatter({ month: "long", day: "numeric" });
const asDayOfYear = formatter({ year: "numeric", month: "long", day: "numeric" });
const asWeekdayAndDay = formatter({ weekday: "long", month: "long", day: "numeric" });
const asShortDate = formatter({ month: "short", day: "numeric", year: "numeric" });
const asShortDay = formatter({ month: "short", day: "numeric" });
const asMonthAndYear = formatter({ month: "long", year: "numeric" });
const asMonth = formatter({ month: "long" });

/** "16:04" */
export const clockTime = ({ at, timeZone }: Moment): string => asClock(timeZone, at);

/** "16:04:37" */
export const clockTimeToTheSecond = ({ at, timeZone }: Moment): string => asClockWithSeconds(timeZone, at);

/** "Nov 13, 2026, 16:04:37": complete, for what is printed and kept. */
export const exactDateTime = ({ at, timeZone }: Moment): string =>
  `${shortDate(dayIn(timeZone, asDate(at)))}, ${clockTimeToTheSecond({ at, timeZone })}`;

type MomentOfPage = Moment & { now: string | Date };
type Now = { key: string; year: string; today: string; yesterday: string };

/** The days around the time of the page that is shown, which each of its rows asks for. */
let lastNow: Now | undefined;

function readNow({ timeZone, now }: Omit<MomentOfPage, "at">): Now {
  const key = `${timeZone} ${+asDate(now)} ${getFormats().isMonthFirst}`;
  if (lastNow?.key !== key) {
    const year = asYear(timeZone, now);
    const yesterday = subDays(now, 1, { in: tz(timeZone) });
    lastNow = { key, year, today: asDay(timeZone, now), yesterday: dayOf(timeZone, yesterday, year) };
  }
  return lastNow;
}

function dayOf(timeZone: string, at: string | Date, currentYear: string): string {
  const year = asYear(timeZone, at);
  return year === currentYear ? asDay(timeZone, at) : asDayOfYear(timeZone, at);
}

/** "November 13", with the year unless it is the current one. */
export const day = ({ at, ...page }: MomentOfPage): string => dayOf(page.timeZone, at, readNow(page).year);

/** "Friday, November 20" */
export const weekdayAndDay = ({ at, timeZone }: Moment): string => asWeekdayAndDay(timeZone, at);

/** "Today", "Yesterday", "November 13" */
export function dayName({ at, ...page }: MomentOfPage): string {
  const { year, today, yesterday } = readNow(page);
  const date = dayOf(page.timeZone, at, year);
  if (date === today) return "Today";
  return date === yesterday ? "Yesterday" : date;
}

/** "16:04" if today, otherwise "November 13 at 19:41". */
export function formatDateTime({ at, ...page }: MomentOfPage): string {
  const { year, today } = readNow(page);
  const time = asClock(page.timeZone, at);
  const date = dayOf(page.timeZone, at, year);
  return date === today ? time : `${date} at ${time}`;
}

/** "Sep 24, 2026" from `2026-09-24`. */
export const shortDate = (isoDay: string): string => asShortDate("UTC", isoDay);

/** "Sep 24" from `2026-09-24`. */
export const dayInYear = (isoDay: string): string => asShortDay("UTC", isoDay);

/** "November 2026" from `2026-11`. */
export const monthAndYear = (month: string): string => asMonthAndYear("UTC", `${month}-01`);

/** "November" from `2026-11`. */
export const monthName = (month: string): string => asMonth("UTC", `${month}-01`);
