import Decimal from "decimal.js-light";
import { AMOUNT_RANK } from "#app/lib/domain.ts";
import { type ExchangeRates, rateBetween } from "#app/lib/exchange.ts";
import type { Submission } from "#app/models/index.server.ts";
import type { OptionalMoney } from "./check-decision.server.ts";

/** Those of the column: enough for one dong in dinars. */
const DIGITS = 10;

export type ComparableAmount = Pick<Submission, "amountRank" | "comparableAmount">;
type Amounts = Pick<
  Submission,
  "amount" | "currency" | "unlikelyAmount" | "cameInRush" | "verifiedAmount" | "verifiedCurrency"
>;

/** An amount as a list shows it. A verified one is no longer unlikely; one that came in a rush is until then. */
export type ShownMoney = OptionalMoney & Pick<Submission, "unlikelyAmount">;

/** What a list sorts an amount by, in the workspace's currency. */
export function toComparableAmount(
  { amount, currency, unlikelyAmount }: ShownMoney,
  to: string,
  rates: ExchangeRates,
): ComparableAmount {
  if (amount === null || currency === null)
    return { amountRank: AMOUNT_RANK.withoutAmount, comparableAmount: null };
  const rate = rateBetween(currency, to, rates);
  const comparableAmount = rate === null ? amount : new Decimal(amount).mul(rate).toFixed(DIGITS);
  if (unlikelyAmount) return { amountRank: AMOUNT_RANK.unlikely, comparableAmount };
  return { amountRank: rate === null ? AMOUNT_RANK.withoutRate : AMOUNT_RANK.comparable, comparableAmount };
}

/** The amount that a list shows and sorts by. */
export const shownMoney = ({
  amount,
  currency,
  unlikelyAmount,
  cameInRush,
  verifiedAmount,
  verifiedCurrency,
}: Amounts): ShownMoney =>
  verifiedAmount === null
    ? { amount, currency, unlikelyAmount: unlikelyAmount || cameInRush }
    : { amount: verifiedAmount, currency: verifiedCurrency, unlikelyAmount: false };
