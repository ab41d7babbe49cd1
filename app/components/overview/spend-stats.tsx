import { DaysAreBehind } from "#app/components/money/days-are-behind.tsx";
import { UnknownCommission } from "#app/components/money/unknown-commission.tsx";
import { describeIfWaiting } from "#app/components/money/values.ts";
import { Alert } from "#app/components/ui/alert.tsx";
import { type Stat, Stats } from "#app/components/ui/stats.tsx";
import { displayMoney } from "#app/lib/money.ts";
import type { Days } from "#app/lib/periods.ts";
import type { SpendFigures } from "#app/lib/spend-figures.ts";
import { paths } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";

type SpendPanelProps = { money: SpendFigures | "failed"; days: Days };

/** What ads cost and earned in the days of the overview. */
export function SpendPanel({ money, days }: SpendPanelProps) {
  if (money === "failed")
    return (
      <Alert tone="copper" role="status">
        {messages.loading.spend}
      </Alert>
    );
  return (
    <>
      {money.isBehind ? <DaysAreBehind /> : null}
      <UnknownCommission count={money.unknownCommission} />
      <SpendStats figures={money} days={days} />
    </>
  );
}

function SpendStats({ figures, days: { from, to } }: { figures: SpendFigures; days: Days }) {
  const { currency } = figures;
  const show = (amount: string | null) => (amount === null ? "–" : displayMoney(amount, currency));
  const days = { from, to };
  const stats: Stat[] = [
    {
      label: "Ad spend",
      value: show(figures.spend),
      href: paths.money(days),
      ...(figures.spend === null ? { tone: "copper", detail: "an amount has no exchange rate" } : {}),
    },
    {
      label: "Cost per verified deposit",
      value: show(figures.costPerVerified),
      href: paths.money({ ...days, sort: "-costPerVerified" }),
      detail: describeIfWaiting(figures, currency),
    },
    {
      label: "Profit after ad spend",
      value: show(figures.profit),
      href: paths.money({ ...days, sort: "profit" }),
      ...(figures.profit?.startsWith("-") ? { tone: "alarm", detail: "commission is below the spend" } : {}),
    },
  ];
  return <Stats label="Ads in the last 28 days" hasTitle stats={stats} />;
}
