import { MoneySum, MoneyText } from "#app/components/exchange-rates/money.tsx";
import type { Stat } from "#app/components/ui/stats.tsx";
import type { Money as Amount } from "#app/lib/commission.ts";
import { paths } from "#app/paths.ts";

/** The month's commission, and the platform that is nearest to its next tier. */
export type Commissions = {
  month: string;
  earned: Amount[];
  nearest: { platform: string; tier: string; missing: Amount; percent: number } | null;
};

export function commissionStat({ month, earned, nearest }: Commissions): Stat {
  return {
    label: `Commission in ${month}`,
    value: <MoneySum parts={earned} isTotal isStacked />,
    href: paths.platforms(),
    ...(nearest
      ? {
          detail: (
            <>
              <MoneyText {...nearest.missing} /> to <bdi>{nearest.tier}</bdi> (<bdi>{nearest.platform}</bdi>)
            </>
          ),
          percent: nearest.percent,
        }
      : {}),
  };
}
