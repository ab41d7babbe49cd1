/** Days are `YYYY-MM-DD` and months `YYYY-MM`, of a time zone; moments are milliseconds. */
const HOUR_MS = 60 * 60 * 1000;
const QUARTER_MS = 15 * 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  formats.set(zone, format);
  return format;
}

const days = new Map<string, Map<number, string>>();

/** The day of a moment. All zones are whole quarters of an hour from UTC, so each quarter is of one day. */
export function dayOf(at: number, zone: string): string {
  const ofZone = days.get(zone) ?? new Map<number, string>();
  if (ofZone.size === 0) days.set(zone, ofZone);
  const quarter = Math.floor(at / QUARTER_MS);
  const known = ofZone.get(quarter);
  if (known) return known;
  const day = getFormat(zone).format(at);
  ofZone.set(quarter, day);
  return day;
}

const starts = new Map<string, number>();

/** The first moment of a day: where clocks skip midnight, the first minute after it. */
export function startOfDay(day: string, zone: string): number {
  const key = `${zone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  let before = Date.parse(day) - 15 * HOUR_MS;
  let after = Date.parse(day) + 15 * HOUR_MS;
  while (after - before > QUARTER_MS) {
    const middle = before + Math.floor((after - before) / 2 / QUARTER_MS) * QUARTER_MS;
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
