import { getCountries } from "libphonenumber-js/max";
import { readTimeZone } from "./dates.ts";

/** In newer versions of the language it is a method. */
type LocaleWithZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

/** A region's time zones, by IANA name. */
function listTimeZones(region: string): string[] {
  const locale = new Intl.Locale("und", { region }) as LocaleWithZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

let countries: Map<string, string[]> | undefined;

/**
 * The countries of a time zone, whichever of its IANA names is given: browsers differ between Asia/Kolkata
 * and Asia/Calcutta. None for what is no place's zone.
 */
export function findZoneCountries(timeZone: string): string[] {
  countries ??= listZoneCountries();
  return countries.get(readTimeZone(timeZone) ?? "") ?? [];
}

function listZoneCountries(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const country of getCountries()) {
    for (const zone of listTimeZones(country)) {
      const name = readTimeZone(zone) ?? zone;
      found.set(name, [...(found.get(name) ?? []), country]);
    }
  }
  return found;
}
