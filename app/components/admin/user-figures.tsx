import { MoneyText } from "#app/components/exchange-rates/money.tsx";
import { Stats } from "#app/components/ui/stats.tsx";
import { paths } from "#app/paths.ts";
import type { AdminStatisticsResponse } from "#app/schemas/admin.ts";

const count = (value: number) => value.toLocaleString("en-US");

/** The figures of a period, each with its rows. */
export function UserFigures({
  statistics,
  periodName,
}: {
  statistics: AdminStatisticsResponse;
  periodName: string;
}) {
  const { totalUsers, activeUsers, inactiveUsers, subscribers, recentRegistrations } = statistics;
  const { totalProductsSold, totalRevenue } = statistics;
  return (
    <Stats
      label="Figures"
      stats={[
        {
          label: "Users",
          parts: [
            { words: "in all", count: totalUsers, href: paths.adminUsers() },
            { words: "active", count: activeUsers, href: paths.adminUsers({ status: "active" }) },
            { words: "inactive", count: inactiveUsers, href: paths.adminUsers({ status: "inactive" }) },
          ],
        },
        {
          label: "Registrations",
          value: count(recentRegistrations),
          detail: periodName,
          href: paths.adminUsers(),
        },
        {
          label: "Plans sold",
          value: count(totalProductsSold),
          detail: `${periodName} · ${count(subscribers)} on a paid plan now`,
          href: paths.auditLog({ action: "subscription.granted" }),
        },
        {
          label: "Revenue",
          value: <MoneyText {...totalRevenue} isTotal />,
          detail: periodName,
          href: paths.auditLog({ action: "subscription.granted" }),
        },
      ]}
    />
  );
}
