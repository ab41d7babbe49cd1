import { describe, expect, test } from "vitest";
import { parseReferenceRates } from "#app/services/exchange-rates/reference-rates.ts";
import { SNAPSHOT } from "#app/services/exchange-rates/snapshot.ts";
import { dailyFile, partOfFile } from "../../servers/bank.ts";

const RATES = { USD: "1.0826", JPY: "162.45" };
const file = dailyFile("2026-11-20", RATES);

describe("bank's file", () => {
  test("the bank's file is read with its day and its rates to the last digit", () => {
    expect(parseReferenceRates(file)).toEqual({ day: "2026-11-20", rates: { ...SNAPSHOT.rates, ...RATES } });
  });

  test.each([
    ["is empty", ""],
    ["is cut", file.slice(0, 300)],
    ["is a page", "<html><body>Maintenance</body></html>"],
    ["is JSON", '{"rates":{"USD":1.1}}'],
    ["holds no rate", partOfFile("2026-11-20", [])],
    ["holds a part of the currencies", partOfFile("2026-11-20", Object.entries(RATES))],
    ["lacks the dollar", dailyFile("2026-11-20").replace("'USD'", "'RUB'")],
    ["holds none that is known", dailyFile("2026-11-20").replaceAll(/currency='(..)./g, "currency='$1Q")],
    ["holds a currency twice", partOfFile("2026-11-20", [...Object.entries(SNAPSHOT.rates), ["USD", "2.2"]])],
    ["holds the euro itself", dailyFile("2026-11-20", { EUR: "3" })],
    ["holds a rate that is far too small", dailyFile("2026-11-20", { USD: "0.000000001" })],
    ["holds a rate that is far too large", dailyFile("2026-11-20", { USD: "999999999" })],
    ["holds a rate of zero", dailyFile("2026-11-20", { USD: "0", JPY: "160" })],
    ["holds a rate that is none", dailyFile("2026-11-20", { USD: "NaN", JPY: "160" })],
    ["holds a negative rate", dailyFile("2026-11-20", { USD: "-1.08", JPY: "160" })],
    ["has no day", dailyFile("2026-13-45", RATES)],
    [
      "grows",
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${dailyFile("2026-11-20", { USD: "&b;" })}`,
    ],
  ])("the bank's file is not used when it %s", (_what, xml) => {
    expect(() => parseReferenceRates(xml)).toThrow(/^The file /);
  });
});
