import { data } from "@remix-run/node";
import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { PeriodBar } from "#app/components/analytics/period-bar.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { AsOf } from "#app/components/layout/as-of.tsx";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { SectionHeader } from "#app/components/layout/section-header.tsx";
import { ColumnsMenu } from "#app/components/money/columns-menu.tsx";
import { CostChart } from "#app/components/money/cost-chart.tsx";
import { DaysAreBehind } from "#app/components/money/days-are-behind.tsx";
import { MoneyStats } from "#app/components/money/money-stats.tsx";
import { MoneyTable, type RowLinks } from "#app/components/money/money-table.tsx";
import { PlatformTruth } from "#app/components/money/platform-truth.tsx";
import { UnknownCommission } from "#app/components/money/unknown-commission.tsx";
import { UnmatchedMoney } from "#app/components/money/unmatched-money.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Menu } from "#app/components/ui/menu.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { Tabs } from "#app/components/ui/tabs.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { EXPORT_FORMATS } from "#app/lib/export-types.ts";
import { moneyGroups } from "#app/lib/money-columns.ts";
import { withQuery } from "#app/lib/query-string.ts";
import { paths } from "#app/paths.ts";

import { loadMoneyPage } from "./money-page.server.ts";

export const handle: PageHandle = {
  title: "Results: campaigns",
  description: "Spend, cost per verified deposit, return and profit by source, campaign and ad.",
};

export const loader = page(
  requireMember("stats:read", { needsSubscription: true }),
  async ({ request, member }) => {
    const { page: loaded, headers } = await loadMoneyPage(request, member);
    return data(loaded, headers ? { headers } : undefined);
  },
);

/** Spend has no country, form or broker. */
const WITHOUT_SPEND: readonly string[] = ["country", "form", "platform"];

export default function Money() {
  const { now, timeZone, days, groupBy, basis, columns, currency, may, ...money } =
    useLoaderData<typeof loader>();
  const { search } = useLocation();
  const links = useQueryLinks();
  const group = moneyGroups[groupBy];
  const isByClick = basis === "click";
  const rowLinks: RowLinks = ({ claimsQuery, spendQuery }) => ({
    spend: spendQuery && paths.spendRows({ ...days, ...spendQuery }),
    claims: claimsQuery && ((filter = {}) => paths.submissions({ ...days, ...claimsQuery, ...filter })),
  });
  return (
    <Page>
      <SectionHeader of="results">
        <AsOf at={now} timeZone={timeZone} />
      </SectionHeader>
      <PeriodBar
        period={money.period}
        days={days}
        comparison={money.comparison}
        compared={money.compared}
        timeZone={timeZone}
        usualComparison="none"
      >
        <ButtonLink to={links({ compare: money.compared ? null : "previous" })} preventScrollReset>
          {money.compared ? "Stop comparing" : "Compare with the days before"}
        </ButtonLink>
      </PeriodBar>
      <IgnoredFilters labels={money.ignored} />
      {money.isBehind ? <DaysAreBehind /> : null}
      {money.isPartial ? (
        <Alert tone="copper">
          <b>Some amounts have no exchange rate to {currency}.</b> What they are a part of is not known.{" "}
          <Link to={paths.exchangeRates()}>Set a rate</Link>
        </Alert>
      ) : null}
      <UnknownCommission count={money.unknownCommission} />
      {money.hasSpend ? (
        <>
          <MoneyStats totals={money.totals} currency={currency} rowLinks={rowLinks} />
          <CostChart
            bars={money.costs}
            earned={money.totals.earnedPerVerified}
            currency={currency}
            hasClaims={!isByClick}
          />
        </>
      ) : (
        <EmptyState
          title="No spend in these days"
          actions={
            may.write ? (
              <ButtonLink kind="primary" to={paths.spend()}>
                Add spend
              </ButtonLink>
            ) : null
          }
        >
          Upload what your ad platforms export, or enter an amount by hand. Then this page shows what each
          verified deposit costs, and what it earns after that.
        </EmptyState>
      )}
      <Tabs
        label="A row for each"
        tabs={Object.entries(moneyGroups).map(([name, { label }]) => ({
          label,
          to: links({ groupBy: name, page: null, sort: null }),
          isCurrent: name === groupBy,
        }))}
      />
      <Panel
        title={`By ${group.label.toLowerCase()}`}
        aside={
          <div className={layout.row}>
            <ColumnsMenu columns={columns} sort={money.sort} />
            {may.export ? (
              <Menu summary="Export">
                <div className={layout.row}>
                  {EXPORT_FORMATS.map((format) => (
                    <a
                      key={format}
                      className={buttonClass({ isSmall: true })}
                      href={paths.moneyExport() + withQuery(search, { format, page: null })}
                    >
                      {format.toUpperCase()}
                    </a>
                  ))}
                </div>
              </Menu>
            ) : null}
            <ButtonLink to={paths.moneyRules()}>Limit and sources</ButtonLink>
          </div>
        }
      >
        <PanelBody>
          <p className={text.secondary}>
            Claims count on the day of {isByClick ? "the ad click where it is known" : "the claim"}.{" "}
            <Link to={links({ basis: isByClick ? null : "click", page: null })} preventScrollReset>
              {isByClick ? "Count on the day of the claim" : "Count on the day of the ad click"}
            </Link>
          </p>
          {isByClick ? (
            <p className={text.small}>
              The list of claims has no days of clicks, so these numbers of claims do not open it.
            </p>
          ) : null}
          {WITHOUT_SPEND.includes(groupBy) ? (
            <p className={text.small}>
              Ad platforms do not say what was spent by {group.label.toLowerCase()}, so its cost is not known.
            </p>
          ) : null}
        </PanelBody>
        {money.rows.length > 0 ? (
          <MoneyTable
            caption={`Money by ${group.label.toLowerCase()}`}
            head={group.label}
            rows={money.rows}
            totals={money.totals}
            columns={columns}
            currency={currency}
            sort={money.sort}
            rowLinks={rowLinks}
            address={links}
            hasVerdict={money.hasVerdict}
            canAssign={may.write}
          />
        ) : (
          <PanelBody>
            <p className={text.secondary}>No claims or spend in this period.</p>
          </PanelBody>
        )}
      </Panel>
      {money.pagination.pages > 1 ? (
        <Pagination
          pagination={money.pagination}
          toPage={(number) => links({ page: number === 1 ? null : number })}
        />
      ) : null}
      {money.rows.length > 0 ? (
        <p className={text.small}>
          Cost per verified: spend / verified deposits. The bar beside it is where the cost lies with 95%
          certainty, the line across what such a deposit earns. A campaign earns or loses only if all of its
          bar is on one side of the line. Commission / spend is what came back of each unit spent. Profit:
          commission minus spend.
        </p>
      ) : null}
      <UnmatchedMoney
        spendWithoutClaims={money.spendWithoutClaims}
        claimsWithoutSpend={money.claimsWithoutSpend}
        currency={currency}
        rowLinks={rowLinks}
      />
      {money.platformTruth.rows.length > 0 ? (
        <PlatformTruth {...money.platformTruth} currency={currency} rowLinks={rowLinks} />
      ) : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
