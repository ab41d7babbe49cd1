import { getCountries } from "libphonenumber-js/max";
import { expect, test } from "vitest";
import { findZoneCountries } from "./zone-countries.ts";

test.each([
  ["Europe/Berlin", "DE"],
  ["America/Mexico_City", "MX"],
  ["Asia/Kolkata", "IN"],
  ["Asia/Calcutta", "IN"],
  ["Europe/Kyiv", "UA"],
  ["US/Eastern", "US"],
])("%s is a time zone of %s", (zone, country) => {
  expect(findZoneCountries(zone)).toContain(country);
});

test.each(["UTC", "Etc/GMT+3", "Mars/Olympus", "", "x".repeat(64)])(
  "%j is no country's time zone",
  (zone) => {
    expect(findZoneCountries(zone)).toEqual([]);
  },
);

/** In newer versions of the language it is a method. */
type LocaleWithZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

test("each time zone that Node.js knows of a country is that country's", () => {
  const missing = getCountries().flatMap((region) => {
    const locale = new Intl.Locale("und", { region }) as LocaleWithZones;
    const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
    return zones
      .filter((zone) => !findZoneCountries(zone).includes(region))
      .map((zone) => `${region} ${zone}`);
  });
  expect(missing).toEqual([]);
});
