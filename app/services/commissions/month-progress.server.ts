import { retryRead } from "#app/database/connection.server.ts";
import { modelsOf, readValues } from "#app/database/values.server.ts";
import { type Money, nextTier, sumByCurrency, sumIn, type Tier, tierFor } from "#app/lib/commission.ts";
import { type Contract, contractOn, findTiers } from "#app/lib/contracts.ts";
import { dayIn } from "#app/lib/dates.ts";
import type { ExchangeRates } from "#app/lib/exchange.ts";
import { MonthTotal, type Platform, type Workspace } from "#app/models/index.server.ts";
import { getWorkspaceRates } from "../exchange-rates/own-rates.server.ts";

type Progress = {
  /** The verified total in the tiers' currency, or the workspace's without tiers. */
  total: Money;
  /** Verified sums without a rate to that currency: they count towards no tier. */
  left: Money[];
  /** Commissions per currency. */
  earned: Money[];
  tier: Tier | null;
  next: { tier: Tier; missing: Money } | null;
};

export type Month = {
  month: string;
  /** By platform id. */
  platforms: Map<string, Progress>;
};

/**
 * This month's verified totals and commissions per platform, in the workspace's time zone and at today's
 * rates.
 */
export async function getMonthProgress(
  workspace: Workspace,
  reading: Platform[] | Promise<Platform[]>,
  now = new Date(),
  readingRates = getWorkspaceRates(workspace),
): Promise<Month> {
  const month = dayIn(workspace.timeZone, now).slice(0, 7);
  const where = { workspaceId: workspace.id, month };
  const [platforms, { rates }, { rows }] = await Promise.all([
    reading,
    readingRates,
    retryRead(() => readValues({ rows: modelsOf(MonthTotal, { where }) })),
  ]);
  const progress = platforms.map((platform) => {
    const own = rows.filter(({ platformId }) => platformId === platform.id);
    return [
      platform.id,
      toProgress(contractOn(platform.contracts ?? [], `${month}-01`), own, workspace.currency, rates),
    ] as const;
  });
  return { month, platforms: new Map(progress) };
}

function toProgress(
  contract: Contract | null,
  rows: MonthTotal[],
  accountCurrency: string,
  rates: ExchangeRates,
): Progress {
  const { tiers, currency } = findTiers(contract, null) ?? { tiers: [], currency: accountCurrency };
  const verified = rows.filter(({ kind }) => kind === "verified");
  const { amount, left } = sumIn(currency, verified, rates);
  const next = nextTier(tiers, amount);
  return {
    total: { amount, currency },
    left,
    earned: sumEarned(rows),
    tier: tierFor(tiers, amount),
    next: next && { tier: next.tier, missing: { amount: next.missing, currency } },
  };
}

const sumEarned = (rows: MonthTotal[]): Money[] =>
  sumByCurrency(rows.filter(({ kind }) => kind === "earned"));
