import Decimal from "decimal.js-light";
import { type ExchangeRates, rateBetween } from "#app/lib/exchange.ts";
import type { Submission } from "#app/models/index.server.ts";
import type { OptionalMoney } from "./check-decision.server.ts";

/** Lists compare amounts only within one rank. */
export const AMOUNT_RANK = { comparable: 0, withoutRate: 1, withoutAmount: 2 } as const;

/** Those of the column: enough for one dong in dinars. */
const DIGITS = 10;

export type ComparableAmount = Pick<Submission, "amountRank" | "comparableAmount">;
type Amounts = Pick<Submission, "amount" | "currency" | "verifiedAmount" | "verifiedCurrency">;

/** What a list sorts an amount by, in the workspace's currency. */
export function toComparableAmount(
  { amount, currency }: OptionalMoney,
  to: string,
  rates: ExchangeRates,
): ComparableAmount {
  if (amount === null || currency === null)
    return { amountRank: AMOUNT_RANK.withoutAmount, comparableAmount: null };
  const rate = rateBetween(currency, to, rates);
  if (rate === null) return { amountRank: AMOUNT_RANK.withoutRate, comparableAmount: amount };
  const comparableAmount = new Decimal(amount).mul(rate).toFixed(DIGITS);
  return { amountRank: AMOUNT_RANK.comparable, comparableAmount };
}

/** The amount that a list shows and sorts by. */
export const shownMoney = ({ amount, currency, verifiedAmount, verifiedCurrency }: Amounts): OptionalMoney =>
  verifiedAmount === null ? { amount, currency } : { amount: verifiedAmount, currency: verifiedCurrency };
