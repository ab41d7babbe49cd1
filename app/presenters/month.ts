import { Decimal } from "decimal.js";
import type { Money, Tier } from "#app/lib/commission.ts";
import { formatAmount } from "#app/lib/money.ts";
import type { ProgressAnswer } from "#app/schemas/platforms.ts";

type Progress = {
  total: Money;
  earned: Money;
  tier: Tier | null;
  next: { tier: Tier; missing: Money } | null;
  withoutRate: string[];
};

const shown = ({ amount, currency }: Money): Money => ({ amount: formatAmount(amount, currency), currency });

/** A platform's month as its owner sees it. */
export function presentProgress({ total, earned, tier, next, withoutRate }: Progress): ProgressAnswer {
  return {
    total: shown(total),
    earned: shown(earned),
    tier: tier?.name ?? null,
    next: next && { tier: next.tier.name, missing: shown(next.missing) },
    percent: next ? new Decimal(total.amount).div(next.tier.minAmount).mul(100).toDP(1).toNumber() : 100,
    withoutRate,
  };
}
