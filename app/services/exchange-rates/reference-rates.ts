import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import type { EuroRates } from "#app/lib/exchange.ts";
import { isCurrency } from "#app/lib/money.ts";

/** The rates of one day. */
export type DayRates = { day: string; rates: EuroRates };

const RATE = /^\d{1,9}(\.\d{1,9})?$/;
/** No currency of the world is dearer or cheaper than that against the euro. */
const RATE_MIN = 0.0001;
const RATE_MAX = 10_000_000;
/** The bank quotes about thirty currencies. A file with far fewer is a part of one. */
const CURRENCIES_MIN = 20;

const Quote = z.object({ currency: z.string(), rate: z.string() });
/** The bank's envelope: one cube of days, of which the daily file has one, with a cube for each currency. */
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
  // A document that defines entities is none of the bank's, and could be made to grow.
  processEntities: false,
  isArray: (_name, path) => path === "Envelope.Cube.Cube.Cube",
});

/**
 * Reads the European Central Bank's daily reference rates, as https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml has them.
 * @throws {Error} a sentence on what is wrong with it; nothing of such a file is used
 */
export function readReferenceRates(xml: string): DayRates {
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
  // One rate that cannot be right spoils the day: money is reckoned with it.
  const wrong = quotes.find(
    ({ currency, rate }) =>
      !/^[A-Z]{3}$/.test(currency) ||
      currency === "EUR" ||
      !RATE.test(rate) ||
      Number(rate) < RATE_MIN ||
      Number(rate) > RATE_MAX,
  );
  if (wrong)
    throw new Error(`The file holds a rate that is none: ${wrong.currency} ${wrong.rate}`.slice(0, 200));
  if (new Set(quotes.map(({ currency }) => currency)).size < quotes.length)
    throw new Error("The file holds a currency twice.");
  const known = quotes.filter(({ currency }) => isCurrency(currency));
  if (known.length < CURRENCIES_MIN || !known.some(({ currency }) => currency === "USD"))
    throw new Error("The file lacks most currencies.");
  return { day: time, rates: Object.fromEntries(known.map(({ currency, rate }) => [currency, rate])) };
}
