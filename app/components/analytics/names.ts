import { dayInYear, monthName } from "#app/lib/format-date.ts";
import type { Bucket } from "#app/lib/series.ts";

/** "Nov 20", or "November 2026" for a bar of a month. */
export function bucketName({ from, to }: Pick<Bucket, "from" | "to">): string {
  return from === to ? dayInYear(from) : `${monthName(from.slice(0, 7)).slice(0, 3)} ${from.slice(0, 4)}`;
}

export const count = (value: number): string => value.toLocaleString("en-US");

/** "66 %", "–" of nothing. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${Math.round((part / whole) * 1000) / 10} %`;
