import { TZDate } from "@date-fns/tz";
import { addDays, isWeekend, max } from "date-fns";
import { dayIn, HOUR } from "#app/lib/dates.ts";

const BANK_ZONE = "Europe/Berlin";
/** The bank publishes at about 16:00 on working days, according to its page for the file. */
const PUBLISHED_AT = { hour: 16, minute: 15 };

/** The current day at the bank: `2026-11-20`. */
export const bankDay = (now: Date): string => dayIn(BANK_ZONE, now);

/**
 * When to expect newer rates than those of `day`: on the afternoon of the next weekday.
 * If that has passed (a bank holiday, or the bank is late), in an hour.
 */
export function nextUpdateAfter(day: string, now: Date): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  let next = addDays(new TZDate(year, month - 1, date, PUBLISHED_AT.hour, PUBLISHED_AT.minute, BANK_ZONE), 1);
  while (isWeekend(next)) next = addDays(next, 1);
  const expected = new Date(next.getTime());
  return expected > now ? expected : max([expected, new Date(now.getTime() + HOUR)]);
}
