import { tz } from "@date-fns/tz";
import { addDays, startOfMonth, startOfQuarter, startOfYear, subDays, subMonths } from "date-fns";
import { dayIn } from "./dates.ts";

export type DayPreset = { label: string; from: string; to: string };

/** Ranges of calendar days that end today, in the owner's time zone. */
export function dayPresets({ now, timeZone }: { now: string; timeZone: string }): DayPreset[] {
  const options = { in: tz(timeZone) };
  const today = new Date(now);
  const toDay = (at: Date) => dayIn(timeZone, at);
  const since = (label: string, from: Date): DayPreset => ({ label, from: toDay(from), to: toDay(today) });
  const yesterday = toDay(subDays(today, 1, options));
  return [
    since("Today", today),
    { label: "Yesterday", from: yesterday, to: yesterday },
    since("7 days", subDays(today, 6, options)),
    since("28 days", subDays(today, 27, options)),
    since("90 days", subDays(today, 89, options)),
    since("12 months", addDays(subMonths(today, 12, options), 1, options)),
    since("This month", startOfMonth(today, options)),
    since("This quarter", startOfQuarter(today, options)),
    since("This year", startOfYear(today, options)),
  ];
}
