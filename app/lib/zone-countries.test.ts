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
