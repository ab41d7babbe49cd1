import { type Money, nextTier, sumIn, type Tier, tierFor } from "#app/lib/commission.ts";
import { dayIn } from "#app/lib/dates.ts";
import { MonthTotal, type Platform, reading, type User } from "#app/models/index.server.ts";
import { getRates } from "../exchange-rates/get-rates.server.ts";

/** How far a platform is this month. */
export type Progress = {
  platformId: string;
  /** What was verified, in the tiers' currency, or the owner's where there are no tiers. */
  total: Money;
  /** What it earned, in the owner's currency. */
  earned: Money;
  tier: Tier | null;
  next: { tier: Tier; missing: Money } | null;
  /** Currencies of amounts that no rate leads to; they are left out. */
  withoutRate: string[];
};

export type Month = { month: string; earned: Money; platforms: Map<string, Progress> };

/** This month's verified totals and commissions of the owner's platforms, in the owner's zone and at today's rates. */
export async function getMonth(owner: User, platforms: Platform[], now = new Date()): Promise<Month> {
  const month = dayIn(owner.timeZone, now).slice(0, 7);
  const [{ rates }, rows] = await Promise.all([
    getRates(now),
    reading(() => MonthTotal.findAll({ where: { month, platformId: platforms.map(({ id }) => id) } })),
  ]);
  const progressOf = (platform: Platform): Progress => {
    const own = rows.filter(({ platformId }) => platformId === platform.id);
    const tiers = platform.commissionTiers ?? [];
    const currency = tiers[0]?.currency ?? owner.currency;
    const verified = sumIn(
      currency,
      own.filter(({ kind }) => kind === "verified"),
      rates,
    );
    const earned = sumIn(
      owner.currency,
      own.filter(({ kind }) => kind === "earned"),
      rates,
    );
    const next = nextTier(tiers, verified.amount);
    return {
      platformId: platform.id,
      total: { amount: verified.amount, currency },
      earned: { amount: earned.amount, currency: owner.currency },
      tier: tierFor(tiers, verified.amount),
      next: next && { tier: next.tier, missing: { amount: next.missing, currency } },
      withoutRate: [...new Set([...verified.withoutRate, ...earned.withoutRate])],
    };
  };
  const earned = sumIn(
    owner.currency,
    rows.filter(({ kind }) => kind === "earned"),
    rates,
  );
  return {
    month,
    earned: { amount: earned.amount, currency: owner.currency },
    platforms: new Map(platforms.map((platform) => [platform.id, progressOf(platform)])),
  };
}
