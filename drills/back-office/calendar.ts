/** Days are `YYYY-MM-DD` and months `YYYY-MM`, of a time zone; moments are milliseconds. */
const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

export function dayOf(at: number, zone: string): string {
  const known = formats.get(zone);
  const format =
    known ??
    new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
  if (!known) formats.set(zone, format);
  return format.format(at);
}

const starts = new Map<string, number>();

/** The first moment of a day: where clocks skip midnight, the first minute after it. */
export function startOfDay(day: string, zone: string): number {
  const key = `${zone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  let before = Date.parse(day) - 15 * HOUR_MS;
  let after = Date.parse(day) + 15 * HOUR_MS;
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (dayOf(middle, zone) < day) before = middle;
    else after = middle;
  }
  starts.set(key, after);
  return after;
}

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 24 * HOUR_MS).toISOString().slice(0, 10);

export const monthOf = (day: string): string => day.slice(0, 7);

export function plusMonths(month: string, months: number): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

export const firstDay = (month: string): string => `${month}-01`;
export const lastDay = (month: string): string => plusDays(firstDay(plusMonths(month, 1)), -1);

/** From the first to the last moment of these days, both included. */
export const spanOf = (first: string, last: string, zone: string): { from: Date; to: Date } => ({
  from: new Date(startOfDay(first, zone)),
  to: new Date(startOfDay(plusDays(last, 1), zone) - 1),
});
