import { Decimal } from "decimal.js";
import { type EuroRates, rateBetween } from "./exchange.ts";
import { currencyDigits, displayMoney } from "./money.ts";

/** What an owner earns of a conversion, depending on the month's verified total. Amounts are decimal text in `currency`. */
export type Tier = {
  name: string;
  minAmount: string;
  /** Null: no end, which only the last tier has. */
  maxAmount: string | null;
  type: "percentage" | "fixed";
  /** Percent, or an amount for each conversion. */
  value: string;
  currency: string;
};

export type Money = { amount: string; currency: string };

const Sum = Decimal.clone({ precision: 40 });

/**
 * The tier that a month's total has reached, the latest amount included; null below the first one, in a gap and above a closed last one.
 * Both ends belong to a tier; where two touch, the border is the higher one's.
 */
export function tierFor<T extends Tier>(tiers: readonly T[], monthTotal: string): T | null {
  const reached = tiers.findLast(({ minAmount }) => new Sum(monthTotal).gte(minAmount));
  if (!reached || (reached.maxAmount !== null && new Sum(monthTotal).gt(reached.maxAmount))) return null;
  return reached;
}

/** The tier above a month's total and how much is missing to it, or null where none is higher. */
export function nextTier<T extends Tier>(
  tiers: readonly T[],
  monthTotal: string,
): { tier: T; missing: string } | null {
  const tier = tiers.find(({ minAmount }) => new Sum(minAmount).gt(monthTotal));
  return tier ? { tier, missing: new Sum(tier.minAmount).minus(monthTotal).toFixed() } : null;
}

/**
 * What an amount earns: the whole of it by its tier, rounded half-even once, at the tier's currency's own digits.
 * @param rate how much of the tier's currency one unit of the amount's is
 */
export function commissionOf(
  tier: Pick<Tier, "type" | "value" | "currency">,
  amount: string,
  rate = "1",
): string {
  const earned =
    tier.type === "percentage" ? new Sum(amount).mul(rate).mul(tier.value).div(100) : new Sum(tier.value);
  return earned.toFixed(currencyDigits(tier.currency), Decimal.ROUND_HALF_EVEN);
}

/**
 * Adds amounts up in one currency, rounded half-even once.
 * @returns `left`: what no rate leads to it from, added up for each currency
 */
export function sumIn(
  to: string,
  amounts: readonly Money[],
  rates: EuroRates,
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

/** The smallest step of a currency: 0.01 for the euro, 1 for the yen, 0.001 for the dinar. */
export function smallestStep(currency: string): string {
  return new Decimal(10).pow(-currencyDigits(currency)).toFixed();
}

/** What a tier pays as people read it: "25 %", which no line breaks in two, or "€40.00 per verified claim". */
export function tierWords({ type, value, currency }: Pick<Tier, "type" | "value" | "currency">): string {
  return type === "percentage"
    ? `${new Decimal(value).toFixed()}\u00a0%`
    : `${displayMoney(value, currency)} per verified claim`;
}

/** What an amount would earn after a month's total. `earned` is null where no tier holds at the new total. */
export function previewCommission<T extends Tier>(
  tiers: readonly T[],
  amount: string,
  totalBefore: string,
): { total: string; tier: T | null; earned: string | null } {
  const total = new Sum(totalBefore).plus(amount).toFixed();
  const tier = tierFor(tiers, total);
  return { total, tier, earned: tier && commissionOf(tier, amount) };
}
