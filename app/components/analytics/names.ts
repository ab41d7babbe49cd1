import { dayInYear, monthName } from "#app/lib/format-date.ts";
import type { Span } from "#app/lib/series.ts";

/** "Nov 20", also for the seven days from it, or "Nov 2026". */
export function bucketName({ unit, from }: Pick<Span, "unit" | "from">): string {
  return unit === "month"
    ? `${monthName(from.slice(0, 7)).slice(0, 3)} ${from.slice(0, 4)}`
    : dayInYear(from);
}

/** Whether a bar of a month lacks its first days, because the range begins later. */
export const isPartial = ({ unit, from }: Span): boolean => unit === "month" && !from.endsWith("-01");

/** "Nov 16 to Nov 22" for a bar of seven days, or of a part of a month. */
export function bucketDays(bucket: Span): string {
  return bucket.unit === "week" || isPartial(bucket)
    ? `${dayInYear(bucket.from)} to ${dayInYear(bucket.to)}`
    : bucketName(bucket);
}
