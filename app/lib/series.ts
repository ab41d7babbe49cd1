export type Point = { date: string; views: number; submissions: number; handled: number; sent: number };
type Unit = "day" | "week" | "month";
/** A bar of a chart: a day, or seven days or a month of a longer range. */
export type Bucket = Omit<Point, "date"> & { unit: Unit; from: string; to: string; isIncomplete: boolean };

/** The most bars that still can be told apart on a phone. */
const DAYS_MAX = 62;
const DAYS_IN_WEEKS_MAX = 184;

/** The bars of a series. Today's, and the one that holds it, is not complete yet. */
export function toBuckets(series: Point[], today: string): Bucket[] {
  const { length } = series;
  const unit: Unit = length <= DAYS_MAX ? "day" : length <= DAYS_IN_WEEKS_MAX ? "week" : "month";
  // Weeks are counted from the end, so that the last one has seven days too.
  const keyOf = ({ date }: Point, index: number) =>
    ({ day: date, week: String(Math.floor((length - 1 - index) / 7)), month: date.slice(0, 7) })[unit];
  const buckets = new Map<string, Bucket>();
  for (const [index, point] of series.entries()) {
    const { date, ...counts } = point;
    const key = keyOf(point, index);
    const open = buckets.get(key);
    if (open) {
      open.to = date;
      open.views += counts.views;
      open.submissions += counts.submissions;
      open.handled += counts.handled;
      open.sent += counts.sent;
    } else buckets.set(key, { unit, from: date, to: date, ...counts, isIncomplete: false });
  }
  return [...buckets.values()].map((bucket) => ({
    ...bucket,
    isIncomplete: bucket.from <= today && bucket.to >= today,
  }));
}

/** The next of 1, 2, 5, 10, 20, 50 … that holds a count and has a whole half. */
export function roundScale(most: number): number {
  for (let scale = 2; ; scale *= 10)
    for (const factor of [1, 2, 5]) if (scale * factor >= most) return scale * factor;
}
