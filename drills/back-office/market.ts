import Decimal from "decimal.js-light";
import { firstDay, plusDays, plusMonths } from "./calendar.ts";
import type { Dice } from "./dice.ts";
import type { Rates } from "./types.ts";

/** With as many digits as the product keeps of a rate, so that both convert alike. */
const Rate = Decimal.clone({ precision: 20 });

/** Units per euro on the first day. */
const FIRST_RATES = { EUR: 1, USD: 1.08, GBP: 0.86, PLN: 4.4, JPY: 158 };
export type Currency = keyof typeof FIRST_RATES;
export const CURRENCIES = Object.keys(FIRST_RATES) as Currency[];

/** What is worth about as much as a euro, for amounts that people choose. */
const UNITS: Record<Currency, number> = { EUR: 1, USD: 1, GBP: 1, PLN: 4, JPY: 150 };

/** Euros as a round amount of a currency. */
export const roundAmount = (euros: number, currency: Currency): string => String(euros * UNITS[currency]);

/** Cents of a euro as an amount of a currency with its digits. */
export const exactAmount = (cents: number, currency: Currency): string =>
  currency === "JPY"
    ? String(Math.round((cents * UNITS.JPY) / 100))
    : ((cents * UNITS[currency]) / 100).toFixed(2);

/**
 * Rates that move by up to half a percent a day, from a month before the first month to a month after the
 * last.
 */
export function createRates(dice: Dice, months: readonly string[]): Rates {
  const perEuro = new Map<string, Record<string, string>>();
  const end = firstDay(plusMonths(months.at(-1) as string, 2));
  const current: Record<string, number> = { ...FIRST_RATES };
  for (let day = firstDay(plusMonths(months[0] as string, -1)); day < end; day = plusDays(day, 1)) {
    for (const currency of CURRENCIES)
      if (currency !== "EUR")
        current[currency] = (current[currency] as number) * (1 + dice.whole(-50, 50) / 10_000);
    perEuro.set(
      day,
      Object.fromEntries(CURRENCIES.map((currency) => [currency, (current[currency] as number).toFixed(4)])),
    );
  }
  return (day, from, to) => {
    if (from === to) return "1";
    const [ofFrom, ofTo] = [from, to].map((currency) => perEuro.get(day)?.[currency]);
    if (!ofFrom || !ofTo) throw new Error(`There is no rate of ${day} from ${from} to ${to}.`);
    return new Rate(ofTo).div(ofFrom).toFixed();
  };
}
