import { MoneyText } from "#app/components/exchange-rates/money.tsx";
import { Stats } from "#app/components/ui/stats.tsx";
import { formatNumber } from "#app/lib/regional-formats.ts";
import { paths } from "#app/paths.ts";
import type { AdminStatisticsResponse } from "#app/schemas/admin.ts";

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
          value: formatNumber(recentRegistrations),
          detail: periodName,
          href: paths.adminUsers(),
        },
        {
          label: "Plans sold",
          value: formatNumber(totalProductsSold),
          detail: `${periodName} · ${formatNumber(subscribers)} on a paid plan now`,
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
