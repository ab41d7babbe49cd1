import Decimal from "decimal.js-light";
import { type ExchangeRates, rateBetween } from "./exchange.ts";
import { groupBy } from "./group-by.ts";
import { currencyDigits, displayMoney } from "./money.ts";
import { formatNumber } from "./regional-formats.ts";

/**
 * What a platform pays per conversion once the month's verified total reaches it. Amounts are decimal
 * strings.
 */
export type Tier = {
  name: string;
  minAmount: string;
  /** Null for an open end; only the last tier can have one. */
  maxAmount: string | null;
  type: "percentage" | "fixed";
  /** A percentage, or an amount per conversion. */
  value: string;
  currency: string;
};

export type Money = { amount: string; currency: string };

const Sum = Decimal.clone({ precision: 40 });

/**
 * The tier for a month's total, the latest amount included; null below the first tier, in a gap and past
 * the last. Both ends belong to a tier; where two tiers touch, the border belongs to the higher one.
 */
export function tierFor<T extends Tier>(tiers: readonly T[], monthTotal: string): T | null {
  const reached = tiers.findLast(({ minAmount }) => new Sum(monthTotal).gte(minAmount));
  if (!reached || (reached.maxAmount !== null && new Sum(monthTotal).gt(reached.maxAmount))) return null;
  return reached;
}

/**
 * The tier that is certain although the month's total may be higher: the last one without an upper limit, once
 * it is reached, or the only one if it starts at 0. Null otherwise.
 */
function certainTier<T extends Tier>(tiers: readonly T[], leastTotal: string): T | null {
  const tier = tierFor(tiers, leastTotal);
  const isOnly = tiers.length === 1 && new Sum(tier?.minAmount ?? 1).isZero();
  return tier && (tier.maxAmount === null || isOnly) ? tier : null;
}

/** The next tier above a month's total and the amount missing to reach it; null at the top. */
export function nextTier<T extends Tier>(
  tiers: readonly T[],
  monthTotal: string,
): { tier: T; missing: string } | null {
  const tier = tiers.find(({ minAmount }) => new Sum(minAmount).gt(monthTotal));
  return tier ? { tier, missing: new Sum(tier.minAmount).minus(monthTotal).toFixed() } : null;
}

/**
 * The commission on a whole amount, rounded half-even once to the digits of the tier's currency.
 * @param rate units of the tier's currency per unit of the amount's currency
 */
export function calculateCommission(
  tier: Pick<Tier, "type" | "value" | "currency">,
  amount: string,
  rate = "1",
): string {
  const earned =
    tier.type === "percentage" ? new Sum(amount).mul(rate).mul(tier.value).div(100) : new Sum(tier.value);
  return earned.toFixed(currencyDigits(tier.currency), Decimal.ROUND_HALF_EVEN);
}

/**
 * What an amount earns without a rate to the tiers' currency: a fixed commission, if its tier is certain.
 * @param leastTotal the month's total without the amount
 */
export function earnWithoutRate<T extends Tier>(
  tiers: readonly T[],
  leastTotal: string,
): { tier: T; earned: string } | null {
  const tier = certainTier(tiers, leastTotal);
  return tier?.type === "fixed" ? { tier, earned: calculateCommission(tier, "0") } : null;
}

/**
 * Adds amounts in one currency, rounded half-even once.
 * @returns `left`: the sums per currency that have no rate to it
 */
export function sumIn(
  to: string,
  amounts: readonly Money[],
  rates: ExchangeRates,
): { amount: string; left: Money[] } {
  let sum = new Sum(0);
  const left = new Map<string, Decimal>();
  for (const { amount, currency } of amounts) {
    const rate = rateBetween(currency, to, rates);
    if (rate === null) left.set(currency, (left.get(currency) ?? new Sum(0)).plus(amount));
    else sum = sum.plus(new Sum(amount).mul(rate));
  }
  return {
    amount: sum.toFixed(currencyDigits(to), Decimal.ROUND_HALF_EVEN),
    left: [...left].map(([currency, total]) => ({ amount: total.toFixed(), currency })),
  };
}

/** Adds amounts without converting them: each currency has its own sum, in the order of their codes. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const groups = groupBy(amounts, ({ currency }) => currency);
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, own]) => {
      const sum = own.reduce((total, { amount }) => total.plus(amount), new Sum(0));
      return { amount: sum.toFixed(currencyDigits(currency), Decimal.ROUND_HALF_EVEN), currency };
    });
}

/** The smallest step of a currency: 0.01 for the euro, 1 for the yen, 0.001 for the dinar. */
export function smallestStep(currency: string): string {
  return new Decimal(10).pow(-currencyDigits(currency)).toFixed();
}

/** A tier's rate for people: "25%", or "€40.00 per verified claim". */
export function tierLabel({ type, value, currency }: Pick<Tier, "type" | "value" | "currency">): string {
  return type === "percentage"
    ? `${formatNumber(new Decimal(value).toNumber())}%`
    : `${displayMoney(value, currency)} per verified claim`;
}

/**
 * The commission an amount would earn on top of a month's total. `earned` is null if no tier covers the new
 * total.
 */
export function previewCommission<T extends Tier>(
  tiers: readonly T[],
  amount: string,
  totalBefore: string,
): { total: string; tier: T | null; earned: string | null } {
  const total = new Sum(totalBefore).plus(amount).toFixed();
  const tier = tierFor(tiers, total);
  return { total, tier, earned: tier && calculateCommission(tier, amount) };
}
