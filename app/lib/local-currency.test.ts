import { expect, test } from "vitest";
import { localCurrency } from "./local-currency.ts";

test.each([
  ["Europe/Vienna", "en-US,en;q=0.9", "EUR"],
  ["Europe/London", "de-DE", "GBP"],
  ["America/New_York", null, "USD"],
  ["Asia/Tokyo", "en-GB", "JPY"],
  ["Asia/Kolkata", "en-GB", "INR"],
  ["Asia/Calcutta", "en-GB", "INR"],
  [undefined, "es-419,es-MX;q=0.9", "MXN"],
  [undefined, "de-CH,de;q=0.9,en;q=0.8", "CHF"],
  [undefined, "sr-Latn-RS", "RSD"],
  ["UTC", "sv-SE", "SEK"],
])("in the time zone %s with the languages %s the currency is %s", (timeZone, languages, currency) => {
  expect(localCurrency({ timeZone, languages })).toBe(currency);
});

test.each([
  [undefined, null],
  [undefined, "*"],
  [undefined, "de"],
  ["Antarctica/Troll", "xx-YY"],
  ["nowhere", "__proto__,-,;"],
])("in the time zone %s with the languages %s there is no guess", (timeZone, languages) => {
  expect(localCurrency({ timeZone, languages })).toBeUndefined();
});
