export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** A duration. For the same time on another calendar day, use `addDays` in the time zone. */
export const DAY = 24 * HOUR;
/** The zones of the earth reach from UTC-12 to UTC+14. */
export const [WEST, EAST] = [12 * HOUR, 14 * HOUR];
/** `setTimeout` counts milliseconds to 2³¹ only. */
export const TIMER_MAX_MS = 2 ** 31 - 1;

const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    dayFormats.set(timeZone, format);
  }
  return format;
}

const lastDays = new Map<string, { second: number; day: string }>();

/** The calendar day of `at` in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: Date): string {
  // Days begin at whole seconds, and most calls are about now.
  const second = Math.floor(at.getTime() / SECOND);
  const last = lastDays.get(timeZone);
  if (last?.second === second) return last.day;
  const day = dayFormat(timeZone).format(at);
  lastDays.set(timeZone, { second, day });
  return day;
}

const hourFormats = new Map<string, Intl.DateTimeFormat>();
const lastHours = new Map<string, { second: number; hour: number }>();

/** The hour of the day of `at` in a time zone, 0 to 23. */
export function hourIn(timeZone: string, at: Date): number {
  const second = Math.floor(at.getTime() / SECOND);
  const last = lastHours.get(timeZone);
  if (last?.second === second) return last.hour;
  let format = hourFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone, hour: "2-digit", hourCycle: "h23" });
    hourFormats.set(timeZone, format);
  }
  const hour = Number(format.format(at));
  lastHours.set(timeZone, { second, hour });
  return hour;
}

/** From and to are included; an instant has both equal. */
/** The time to show of an interval: without a zone it begins and ends half a day or more from what is written. */
export const middleOf = ({ from, to }: Interval): Date => new Date((+from + +to) / 2);

/** Whether it is one moment; without a zone it may have been at any hour that some place on earth had then. */
export const isMoment = ({ from, to }: Interval): boolean => +to === +from || +to - +from === EAST + WEST;

export type Interval = { from: Date; to: Date };

const zoneNames = new Map<string, string>();
/** More than there are names. Other spellings are what visitors send. */
const ZONE_NAMES_MAX = 1_000;

/** The canonical IANA name of a time zone in any spelling; null if this Node.js does not know it. */
export function readTimeZone(timeZone: string): string | null {
  const known = zoneNames.get(timeZone);
  if (known !== undefined) return known;
  try {
    const { timeZone: name } = new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions();
    if (zoneNames.size >= ZONE_NAMES_MAX) zoneNames.clear();
    zoneNames.set(timeZone, name);
    return name;
  } catch {
    return null;
  }
}

/** All IANA zones by region, for a select: "Europe" holds "Europe/Madrid". Always includes `own`. */
export function timeZonesByRegion(own: string): { region: string; zones: string[] }[] {
  const names = [...new Set(["UTC", own, ...Intl.supportedValuesOf("timeZone")])].sort();
  const getRegion = (name: string) => (name.includes("/") ? (name.split("/")[0] ?? "") : "Universal");
  return [...new Set(names.map(getRegion))].map((region) => ({
    region,
    zones: names.filter((name) => getRegion(name) === region),
  }));
}

/** As responses have it. */
export const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
