import { MoneySum, MoneyText } from "#app/components/exchange-rates/money.tsx";
import type { Stat } from "#app/components/ui/stats.tsx";
import type { Money as Amount } from "#app/lib/commission.ts";
import { paths } from "#app/paths.ts";

/** What was earned, and the platform that is nearest to its next tier in this month. */
export type Commissions = {
  earned: Amount[];
  nearest: { platform: string; tier: string; missing: Amount; percent: number } | null;
};

export function commissionStat({ earned, nearest }: Commissions): Stat {
  return {
    label: "Commission",
    value: <MoneySum parts={earned} isTotal isStacked />,
    href: paths.platforms(),
    ...(nearest
      ? {
          detail: (
            <>
              <MoneyText {...nearest.missing} /> to <bdi>{nearest.tier}</bdi> (<bdi>{nearest.platform}</bdi>)
              this month
            </>
          ),
          percent: nearest.percent,
        }
      : {}),
  };
}
