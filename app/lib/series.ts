type Counts = { views: number; submissions: number; handled: number; sent: number };
type Unit = "day" | "week" | "month";
/** The days that a bar of a chart stands for: a day, or seven days or a month of a longer range. */
export type Span = { unit: Unit; from: string; to: string; isIncomplete: boolean };
export type Bucket = Counts & Span;

/** The most bars that can be told apart on a phone. */
const DAYS_MAX = 62;
const DAYS_IN_WEEKS_MAX = 184;

/**
 * The bars of a series, whose points have counts beside their date. Today's bar, or the one that holds it, is
 * not complete yet.
 */
export function toBuckets<P extends { date: string }>(
  series: P[],
  today: string,
): (Omit<P, "date"> & Span)[] {
  const { length } = series;
  const unit: Unit = length <= DAYS_MAX ? "day" : length <= DAYS_IN_WEEKS_MAX ? "week" : "month";
  // Weeks are counted from the end, so that the last one has seven days too.
  const toBucketKey = (date: string, index: number) =>
    ({ day: date, week: String(Math.floor((length - 1 - index) / 7)), month: date.slice(0, 7) })[unit];
  const buckets = new Map<string, { from: string; to: string; counts: Record<string, number> }>();
  for (const [index, { date, ...rest }] of series.entries()) {
    const counts = rest as Record<string, number>;
    const key = toBucketKey(date, index);
    const open = buckets.get(key);
    if (open) {
      open.to = date;
      for (const [name, count] of Object.entries(counts))
        open.counts[name] = (open.counts[name] ?? 0) + count;
    } else buckets.set(key, { from: date, to: date, counts });
  }
  return [...buckets.values()].map(({ from, to, counts }) => ({
    ...(counts as unknown as Omit<P, "date">),
    unit,
    from,
    to,
    isIncomplete: from <= today && to >= today,
  }));
}

/** The steps between the lines of a chart, before their power of ten. */
const STEPS = [1, 2, 2.5, 3, 4, 5];

/**
 * The lines of a chart of counts: whole numbers from 0 by one step to just above the highest count.
 * @param linesMax how many there are at most above 0
 */
export function axisTicks(highest: number, linesMax = 4): number[] {
  const most = Math.max(1, highest);
  const power = 10 ** Math.floor(Math.log10(most / linesMax));
  const steps = [power, power * 10].flatMap((unit) => STEPS.map((step) => step * unit));
  const choices = steps
    .map((step) => ({ step, count: Math.ceil(most / step) }))
    .filter(({ step, count }) => Number.isInteger(step) && count <= linesMax && count >= Math.min(2, most))
    // The lowest end, then the most lines.
    .sort((one, other) => one.step * one.count - other.step * other.count || other.count - one.count);
  const { step, count } = choices[0] ?? { step: most, count: 1 };
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
