import Decimal from "decimal.js-light";
import type { Money, Tier } from "#app/lib/commission.ts";
import { formatAmount } from "#app/lib/money.ts";
import type { ProgressResponse } from "#app/schemas/platforms.ts";

type Progress = {
  total: Money;
  left: Money[];
  earned: Money[];
  tier: Tier | null;
  next: { tier: Tier; missing: Money } | null;
};

const shown = ({ amount, currency }: Money): Money => ({ amount: formatAmount(amount, currency), currency });

/** Sums per currency for people; zero sums are left out unless all are zero. */
export function presentSums(sums: Money[], currency: string): Money[] {
  const some = sums.filter(({ amount }) => !new Decimal(amount).isZero()).map(shown);
  return some.length > 0 ? some : [shown({ amount: "0", currency })];
}

export function presentProgress(
  { total, left, earned, tier, next }: Progress,
  accountCurrency: string,
): ProgressResponse {
  return {
    verified: presentSums([total, ...left], total.currency),
    earned: presentSums(earned, accountCurrency),
    total: shown(total),
    uncounted: tier || next ? left.map(shown) : [],
    tier: tier?.name ?? null,
    next: next && { tier: next.tier.name, missing: shown(next.missing) },
    percent: next
      ? new Decimal(total.amount).div(next.tier.minAmount).mul(100).toDecimalPlaces(1).toNumber()
      : 100,
  };
}
