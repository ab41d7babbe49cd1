import { useLoaderData } from "@remix-run/react";
import { CountChart } from "#app/components/admin/count-chart.tsx";
import { periodNames } from "#app/components/admin/period-names.ts";
import { UserFigures } from "#app/components/admin/user-figures.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { AsOf } from "#app/components/layout/as-of.tsx";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import { requireAdmin } from "#app/http/auth/guards.server.ts";
import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { ADMIN_PERIODS, AdminStatisticsQuery } from "#app/schemas/admin.ts";
import { getUserSeries, getUserStatistics } from "#app/services/admin/user-statistics.server.ts";

export const handle: PageHandle = {
  title: "Statistics",
  description: "How many users, claims and deliveries this installation has, and how they grow.",
};

export { action } from "./reject-post.server.ts";

export const loader = page(requireAdmin, async ({ request, member }) => {
  const { workspace } = member;
  const { searchParams } = new URL(request.url);
  const { valid, ignored } = validFilters(AdminStatisticsQuery, { period: "Period" }, searchParams);
  const { period } = AdminStatisticsQuery.parse(valid);
  const asked = { period, timeZone: workspace.timeZone, now: new Date() };
  const [statistics, series] = await Promise.all([getUserStatistics(asked), getUserSeries(asked)]);
  return {
    period,
    ignored,
    timeZone: workspace.timeZone,
    now: asked.now.toISOString(),
    statistics,
    ...series,
  };
});

export default function AdminStatistics() {
  const { period, ignored, timeZone, now, statistics, series, today } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Statistics">
        <AsOf at={now} timeZone={timeZone} />
      </PageHeader>
      <Tabs
        label="Period"
        tabs={ADMIN_PERIODS.map((name) => ({
          label: periodNames[name],
          to: paths.admin({ period: name }),
          isCurrent: name === period,
        }))}
      />
      <IgnoredFilters labels={ignored} />
      <UserFigures statistics={statistics} periodName={periodNames[period]} />
      <CountChart
        title="Registrations"
        days={series.map(({ date, registrations }) => ({ date, count: registrations }))}
        today={today}
      />
      <CountChart
        title="Plans sold"
        days={series.map(({ date, sold }) => ({ date, count: sold }))}
        today={today}
      />
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
