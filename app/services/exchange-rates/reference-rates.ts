import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { EuroRates } from "#app/lib/exchange.ts";
import { isCurrency } from "#app/lib/money.ts";

/** One day's rates. */
export type DayRates = { day: string; rates: EuroRates };

const RATE = /^\d{1,9}(\.\d{1,9})?$/;
/** Plausible bounds for any currency against the euro. */
const RATE_MIN = 0.0001;
const RATE_MAX = 10_000_000;
/** The bank quotes about thirty currencies; a file with far fewer is truncated. */
const CURRENCIES_MIN = 20;

const Quote = z.object({ currency: z.string(), rate: z.string() });
/** The bank's XML: a cube of days (one in the daily file), each with a cube per currency. */
const Envelope = z.object({
  Envelope: z.object({
    Cube: z.object({ Cube: z.object({ time: z.iso.date(), Cube: z.array(Quote).min(1) }) }),
  }),
});

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  removeNSPrefix: true,
  // The bank defines no entities, and entity expansion can exhaust memory.
  processEntities: false,
  isArray: (_name, path) => path === "Envelope.Cube.Cube.Cube",
});

/**
 * Parses the European Central Bank's daily reference rates:
 * https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml
 * @throws {Error} a sentence that says what is wrong; no rate of such a file is used
 */
export function parseReferenceRates(xml: string): DayRates {
  if (/<!DOCTYPE/i.test(xml)) throw new Error("The file brings definitions of its own.");
  let document: unknown;
  try {
    document = parser.parse(xml, true);
  } catch (error) {
    throw new Error("The file is not XML.", { cause: error });
  }
  const envelope = Envelope.safeParse(document);
  if (!envelope.success) throw new Error("The file does not hold one day of rates.");
  const { time, Cube: quotes } = envelope.data.Envelope.Cube.Cube;
  // One implausible rate invalidates the file, because money is calculated with it.
  const wrong = quotes.find(
    ({ currency, rate }) =>
      !/^[A-Z]{3}$/.test(currency) ||
      currency === "EUR" ||
      !RATE.test(rate) ||
      Number(rate) < RATE_MIN ||
      Number(rate) > RATE_MAX,
  );
  if (wrong) throw new Error(`The file holds an invalid rate: ${wrong.currency} ${wrong.rate}`.slice(0, 200));
  if (new Set(quotes.map(({ currency }) => currency)).size < quotes.length)
    throw new Error("The file holds a currency twice.");
  const known = quotes.filter(({ currency }) => isCurrency(currency));
  if (known.length < CURRENCIES_MIN || !known.some(({ currency }) => currency === "USD"))
    throw new Error("The file lacks most currencies.");
  return { day: time, rates: Object.fromEntries(known.map(({ currency, rate }) => [currency, rate])) };
}
