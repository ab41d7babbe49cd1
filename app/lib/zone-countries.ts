import { COUNTRY_ZONES } from "./country-zones.ts";
import { readTimeZone } from "./dates.ts";

const countries = new Map<string, string[]>();
for (const line of COUNTRY_ZONES.trim().split("\n")) {
  const [country = "", ...zones] = line.split(" ");
  for (const zone of zones) countries.set(zone, [...(countries.get(zone) ?? []), country]);
}

/**
 * The countries of a time zone, whichever of its IANA names is given: browsers differ between Asia/Kolkata
 * and Asia/Calcutta. None for what is no place's zone.
 */
export const findZoneCountries = (timeZone: string): string[] =>
  countries.get(readTimeZone(timeZone) ?? "") ?? [];
