import { type Stat, Stats } from "#app/components/ui/stats.tsx";
import { displayMoney } from "#app/lib/money.ts";
import type { Days } from "#app/lib/periods.ts";
import { formatNumber } from "#app/lib/regional-formats.ts";
import type { SpendFigures } from "#app/lib/spend-figures.ts";
import { paths } from "#app/paths.ts";

/** What ads cost and earned in the days of the overview, and the campaign that loses most. */
export function SpendStats({ figures, days: { from, to } }: { figures: SpendFigures; days: Days }) {
  const { currency, worst, waiting, costIfWaiting } = figures;
  const show = (amount: string | null) => (amount === null ? "–" : displayMoney(amount, currency));
  const days = { from, to };
  const stats: Stat[] = [
    { label: "Ad spend", value: show(figures.spend), href: paths.money(days) },
    {
      label: "Cost per verified deposit",
      value: show(figures.costPerVerified),
      href: paths.money({ ...days, sort: "-costPerVerified" }),
      ...(costIfWaiting === null
        ? {}
        : { detail: `${show(costIfWaiting)} if all ${formatNumber(waiting)} to check are true` }),
    },
    {
      label: "Profit after ad spend",
      value: show(figures.profit),
      href: paths.money({ ...days, sort: "profit" }),
      ...(figures.profit?.startsWith("-") ? { tone: "alarm", detail: "commission is below the spend" } : {}),
    },
    ...(worst
      ? [
          {
            label: "Loses most money",
            value: <bdi>{worst.name}</bdi>,
            detail: show(worst.profit),
            href: paths.money({ ...days, sort: "profit" }),
          },
        ]
      : []),
  ];
  return <Stats label="Ads in the last 28 days" hasTitle stats={stats} />;
}
