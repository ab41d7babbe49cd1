import { TZDate } from "@date-fns/tz";
import { addDays, isWeekend, max } from "date-fns";
import { dayIn, HOUR } from "#app/lib/dates.ts";

const BANK_ZONE = "Europe/Berlin";
/** The bank publishes at about 16:00 on its working days; see the page its file stands on. */
const PUBLISHED_AT = { hour: 16, minute: 15 };

/** The bank's own day: `2026-11-20`. */
export const bankDay = (now: Date): string => dayIn(BANK_ZONE, now);

/**
 * When newer rates than those of `day` can be expected: on the afternoon of the next weekday, and where that has passed without any, on a
 * bank holiday or while the bank is late, in an hour.
 */
export function nextUpdateAfter(day: string, now: Date): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  let next = addDays(new TZDate(year, month - 1, date, PUBLISHED_AT.hour, PUBLISHED_AT.minute, BANK_ZONE), 1);
  while (isWeekend(next)) next = addDays(next, 1);
  const expected = new Date(next.getTime());
  return expected > now ? expected : max([expected, new Date(now.getTime() + HOUR)]);
}
