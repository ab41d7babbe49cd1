import type Decimal from "decimal.js-light";
import { plusDays } from "#app/lib/periods.ts";
import { type ClientWorth, type ConvertOn, toCurrency, toRounded, type WorthEntry, ZERO } from "./worth.ts";

const WORTH_AFTER_DAYS = [7, 30, 90, 180] as const;
type WorthAfter = Record<`d${(typeof WORTH_AFTER_DAYS)[number]}`, string | null>;

type Given = {
  /** The client's own. */
  entries: readonly WorthEntry[];
  /** In the contract's zone. */
  today: string;
  convert: ConvertOn;
};

/**
 * What a client was worth so many days after its first deposit, by the days of its rows. Null where the day is to
 * come, or where a part of it is unknown.
 */
export function sumWorthAfter(client: ClientWorth, { entries, today, convert }: Given): WorthAfter {
  const sums = WORTH_AFTER_DAYS.map((days) => [`d${days}`, sumUntil(days)] as const);
  return Object.fromEntries(sums) as WorthAfter;

  function sumUntil(days: number): string | null {
    const { state, currency: to, firstDepositOn, lacksFrom } = client;
    const day = firstDepositOn && plusDays(firstDepositOn, days);
    if (day === null || to === null || state === "unknown" || day > today) return null;
    if (lacksFrom !== null && lacksFrom <= day.slice(0, 7)) return null;
    let sum: Decimal = ZERO;
    for (const { amount, currency, isKnown, ...entry } of entries) {
      if (entry.day > day) continue;
      const converted = isKnown ? toCurrency(amount, { currency, to, day: entry.day, convert }) : null;
      if (converted === null) return null;
      sum = sum.plus(converted);
    }
    return toRounded(sum, to);
  }
}
