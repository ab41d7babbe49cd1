import { useLoaderData } from "@remix-run/react";
import { MoneySum } from "#app/components/exchange-rates/money.tsx";
import { RatesNote } from "#app/components/exchange-rates/rates-note.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { SectionHeader } from "#app/components/layout/section-header.tsx";
import { MonthLinks } from "#app/components/platforms/month-links.tsx";
import { OwedTable } from "#app/components/platforms/owed-table.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { sumByCurrency } from "#app/lib/commission.ts";
import { monthAndYear } from "#app/lib/format-date.ts";
import { plusMonths } from "#app/lib/periods.ts";
import { paths } from "#app/paths.ts";
import { presentOwedCommission } from "#app/presenters/commission.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { listPlatforms } from "#app/services/platforms/list-platforms.server.ts";
import { listMonthSums } from "#app/services/statements/paid/month-commissions.server.ts";
import { readCommissionsQuery } from "../platforms/commission-page.server.ts";

export const handle: PageHandle = {
  title: "Commission owed",
  description: "What each broker’s month earns by your tiers, what is paid of it and what is still owed.",
};

export const loader = page(requireMember("submissions:read"), async ({ request, member }) => {
  const { workspace } = member;
  const { query, ignored, thisMonth } = readCommissionsQuery(member, new URL(request.url).searchParams);
  const { month } = query;
  const platforms = await listPlatforms(workspace.id);
  const sums = await listMonthSums({ workspace, platforms, month, rates: getWorkspaceRates(workspace) });
  const brokers = sums.map(({ platform, ...own }) => ({
    platformId: platform.id,
    name: platform.name,
    ...presentOwedCommission(own),
  }));
  return {
    month,
    brokers: brokers.filter(
      ({ expected, paid }) => paid !== null || expected.some(({ amount }) => Number(amount) > 0),
    ),
    ignored,
    previous: plusMonths(month, -1),
    next: month < thisMonth ? plusMonths(month, 1) : null,
  };
});

export default function CommissionOwed() {
  const { month, brokers, ignored, previous, next } = useLoaderData<typeof loader>();
  const owed = sumByCurrency(brokers.flatMap((broker) => broker.owed ?? []));
  return (
    <Page>
      <SectionHeader of="statements" />
      <IgnoredFilters labels={ignored} />
      <RatesNote
        of={brokers
          .flatMap(({ expected, paid }) => [...expected, ...(paid ?? [])])
          .map((one) => one.currency)}
      />
      <Panel
        title={monthAndYear(month)}
        aside={
          <MonthLinks previous={previous} next={next} toMonth={(of) => paths.commissionOwed({ month: of })} />
        }
      >
        {brokers.length > 0 ? (
          <OwedTable brokers={brokers} />
        ) : (
          <EmptyState title="Nothing in this month">
            No verified claim counts in {monthAndYear(month)}, and no statement pays for it.
          </EmptyState>
        )}
        <PanelBody>
          {owed.length > 0 ? (
            <p>
              Owed in total: <MoneySum parts={owed} isTotal />
            </p>
          ) : null}
          <p className={text.small}>
            Expected: by your tiers, for verified claims. Paid: according to the brokers’ files, by file date.
          </p>
        </PanelBody>
      </Panel>
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
