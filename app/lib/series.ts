import { countDays } from "./periods.ts";

export type Point = { date: string; views: number; submissions: number; handled: number; sent: number };
/** A bar of a chart: a day, or a month of a long range. */
export type Bucket = Omit<Point, "date"> & { from: string; to: string; isIncomplete: boolean };

/** More days than these make months. */
const DAYS_MAX = 92;

/** The bars of a series. Today's, and the one that holds it, is not complete yet. */
export function toBuckets(series: Point[], today: string): Bucket[] {
  const [first, last] = [series[0], series.at(-1)];
  if (!first || !last) return [];
  const isMonthly = countDays({ from: first.date, to: last.date }) > DAYS_MAX;
  const buckets: Bucket[] = [];
  for (const { date, ...counts } of series) {
    const open = buckets.at(-1);
    if (isMonthly && open && open.from.slice(0, 7) === date.slice(0, 7)) {
      open.to = date;
      open.views += counts.views;
      open.submissions += counts.submissions;
      open.handled += counts.handled;
      open.sent += counts.sent;
    } else buckets.push({ from: date, to: date, ...counts, isIncomplete: false });
  }
  return buckets.map((bucket) => ({ ...bucket, isIncomplete: bucket.from <= today && bucket.to >= today }));
}

/** The next of 1, 2, 5, 10, 20, 50 … that holds a count and has a whole half. */
export function roundScale(most: number): number {
  for (let scale = 2; ; scale *= 10)
    for (const factor of [1, 2, 5]) if (scale * factor >= most) return scale * factor;
}
