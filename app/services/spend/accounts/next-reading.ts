import { startOfDay } from "#app/lib/date-range.ts";
import { dayIn, HOUR } from "#app/lib/dates.ts";
import { plusDays } from "#app/lib/periods.ts";

/** By five, the ad platform has counted the day before. */
const EARLIEST_MS = 5 * HOUR;
const SPREAD_MS = 3 * HOUR;

/** How long until the account's next morning, each account at its own minute. */
export function msUntilNextReading(
  { id, timeZone }: { id: string; timeZone: string | null },
  now: Date,
): number {
  const zone = timeZone ?? "UTC";
  const today = dayIn(zone, now);
  const spreadMs = Number.parseInt(id.slice(-8), 16) % SPREAD_MS;
  const [next = 0] = [today, plusDays(today, 1)]
    .map((day) => startOfDay(day, zone).getTime() + EARLIEST_MS + spreadMs - now.getTime())
    .filter((waitMs) => waitMs > 0);
  return next;
}
