import { getCountries } from "libphonenumber-js/max";
import { listTimeZones } from "./local-currency.ts";

let countries: Map<string, string[]> | undefined;

/** The countries of a time zone, whichever of its IANA names is given; none for what is no place's zone. */
export function findZoneCountries(timeZone: string): string[] {
  countries ??= listZoneCountries();
  return countries.get(toCanonical(timeZone) ?? "") ?? [];
}

function listZoneCountries(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const country of getCountries()) {
    for (const zone of listTimeZones(country)) {
      const name = toCanonical(zone) ?? zone;
      found.set(name, [...(found.get(name) ?? []), country]);
    }
  }
  return found;
}

/** Browsers differ in the name: Asia/Kolkata or Asia/Calcutta. */
function toCanonical(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
