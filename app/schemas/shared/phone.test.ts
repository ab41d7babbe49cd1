import { expect, test } from "vitest";
import { parsePhone } from "./phone.ts";

test.each([
  ["+34 600 555 123", undefined, "+34600555123", "ES"],
  [" 0034 600 555 123 ", "US", "+34600555123", "ES"],
  ["600 555 123", "ES", "+34600555123", "ES"],
  ["(650) 555-1212", "US", "+16505551212", "US"],
  ["0151 23456789", "DE", "+4915123456789", "DE"],
  ["+800 1234 5678", undefined, "+80012345678", null],
] as const)("%j typed in %s is %s", (text, country, e164, parsedCountry) => {
  expect(parsePhone(text, country)).toEqual({ e164, country: parsedCountry });
});

test.each([
  ["0600 123 456", "US"],
  ["0600 123 456", "GB"],
  ["600 555 123", undefined],
  ["600 555 123", "US"],
  ["+4915000000", undefined],
  ["+10600123456", undefined],
  ["+34 6005", undefined],
  ["+34 600 555 123 4", undefined],
  ["phone", "ES"],
  ["", "ES"],
] as const)("%j typed in %s is no number that can exist", (text, country) => {
  expect(parsePhone(text, country)).toBeNull();
});
