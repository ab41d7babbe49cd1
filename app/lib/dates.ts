export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

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

/** The calendar day of `at` in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, at: Date): string {
  return dayFormat(timeZone).format(at);
}

/** The canonical IANA name of a time zone in any spelling; null if this Node.js does not know it. */
export function readTimeZone(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** All IANA zones by region, for a select: "Europe" holds "Europe/Madrid". Always includes `own`. */
export function timeZonesByRegion(own: string): { region: string; zones: string[] }[] {
  const names = [...new Set(["UTC", own, ...Intl.supportedValuesOf("timeZone")])].sort();
  const regionOf = (name: string) => (name.includes("/") ? (name.split("/")[0] ?? "") : "Universal");
  return [...new Set(names.map(regionOf))].map((region) => ({
    region,
    zones: names.filter((name) => regionOf(name) === region),
  }));
}
