import { Decimal } from "decimal.js";
import { currencyDigits } from "./money.ts";

/** What an owner earns of a deposit, depending on the month's verified total. Amounts are decimal text in `currency`. */
export type Tier = {
  name: string;
  /** Both ends belong to the tier; only the last one is open. */
  minAmount: string;
  maxAmount: string | null;
  type: "percentage" | "fixed";
  /** Percent, or an amount for each deposit. */
  value: string;
  currency: string;
};

/** The tier that a month's total has reached, the latest deposit included; null below the first one and above a closed last one. */
export function tierFor<T extends Tier>(tiers: readonly T[], monthTotal: string): T | null {
  return (
    tiers.find(
      ({ minAmount, maxAmount }) =>
        new Decimal(monthTotal).gte(minAmount) &&
        (maxAmount === null || new Decimal(monthTotal).lte(maxAmount)),
    ) ?? null
  );
}

/** What a deposit earns: the whole of it by its tier, rounded half-even at the tier's currency's own digits. */
export function commissionOf(tier: Pick<Tier, "type" | "value" | "currency">, amount: string): string {
  const earned =
    tier.type === "percentage" ? new Decimal(amount).mul(tier.value).div(100) : new Decimal(tier.value);
  return earned.toFixed(currencyDigits(tier.currency), Decimal.ROUND_HALF_EVEN);
}

/** The smallest step of a currency: 0.01 for the euro, 1 for the yen, 0.001 for the dinar. */
export function smallestStep(currency: string): string {
  return new Decimal(10).pow(-currencyDigits(currency)).toFixed();
}
