import { useLoaderData, useSearchParams } from "@remix-run/react";
import { PeriodBar } from "#app/components/analytics/period-bar.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { SectionHeader } from "#app/components/layout/section-header.tsx";
import { DaysAreBehind } from "#app/components/money/days-are-behind.tsx";
import { AskingFiles } from "#app/components/spend/asking-files.tsx";
import { ExportHelp } from "#app/components/spend/export-help.tsx";
import { ImportList } from "#app/components/spend/import-list.tsx";
import { ManualPanel } from "#app/components/spend/manual-panel.tsx";
import { SpendTable } from "#app/components/spend/spend-table.tsx";
import { SpendTotals } from "#app/components/spend/spend-totals.tsx";
import { UploadSpendPanel } from "#app/components/spend/upload-spend-panel.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { Sheet } from "#app/components/ui/sheet.tsx";
import { useRefresh } from "#app/components/ui/use-refresh.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { spendFormFailures } from "#app/schemas/form-failures.ts";

import { handleSpendForm } from "./spend-forms.server.ts";
import { loadSpendPage } from "./spend-page.server.ts";

export const handle: PageHandle = {
  title: "Results: ad spend",
  description: "What your ads cost, by campaign, source and day.",
};

export const loader = page(requireMember("spend:read"), async ({ request, member }) =>
  loadSpendPage(member, new URL(request.url).searchParams),
);

export const clientAction = keepPageOnError((intent) => spendFormFailures[intent]);

export const action = page(requireMember("spend:write"), async ({ request, member }) =>
  handleSpendForm(request, member),
);

export default function Spend() {
  const loaded = useLoaderData<typeof loader>();
  const { days, currency, imports, canWrite, timeZone, now, totals } = loaded;
  const address = useQueryLinks();
  const adding = useSearchParams()[0].get("add");
  useRefresh(loaded.isBehind || imports.some(({ status }) => status === "reading"));
  const isEmpty = imports.length === 0 && totals.sums.length === 0;
  const upload = (
    <>
      <UploadSpendPanel />
      <ExportHelp />
    </>
  );
  const manual = <ManualPanel currencies={loaded.currencies} currency={currency} today={loaded.today} />;
  return (
    <Page errors={{ absent: ["importId"] }}>
      <SectionHeader
        of="results"
        actions={
          canWrite && !isEmpty ? (
            <>
              <ButtonLink kind="primary" to={address({ add: "file" })} preventScrollReset>
                Upload spend
              </ButtonLink>{" "}
              <ButtonLink to={address({ add: "amount" })} preventScrollReset>
                Add an amount
              </ButtonLink>
            </>
          ) : null
        }
      />
      {loaded.problem ? (
        <Alert tone="copper">
          <b>{loaded.problem}.</b> The last 28 days are shown.
        </Alert>
      ) : null}
      {loaded.isBehind ? <DaysAreBehind /> : null}
      {canWrite ? <AskingFiles imports={imports} /> : null}
      <PeriodBar
        period={loaded.period}
        days={days}
        comparison={loaded.comparison}
        compared={loaded.compared}
        timeZone={timeZone}
      />
      <IgnoredFilters labels={loaded.ignored} />
      {isEmpty ? (
        <EmptyState title="No spend yet">
          With what your ads cost beside your claims you see what a verified deposit costs. Upload exports of
          your ad platforms, and add what none of them bills, such as an influencer’s fee.
        </EmptyState>
      ) : (
        <>
          <SpendTotals
            totals={totals}
            previous={loaded.previous}
            currency={currency}
            href={paths.spendRows(days)}
          />
          <SpendTable
            rows={loaded.rows}
            groupBy={loaded.groupBy}
            days={days}
            currency={currency}
            pagination={loaded.pagination}
          />
        </>
      )}
      {canWrite && isEmpty ? (
        <>
          {upload}
          {manual}
        </>
      ) : null}
      {imports.length > 0 ? (
        <ImportList imports={imports} canWrite={canWrite} view={{ timeZone, now }}>
          {loaded.importsPagination.pages > 1 ? (
            <Pagination
              pagination={loaded.importsPagination}
              toPage={(number) => address({ imports: number === 1 ? null : number })}
            />
          ) : null}
        </ImportList>
      ) : null}
      {canWrite && !isEmpty && adding === "file" ? (
        <Sheet label="Upload spend" close={address({ add: null })}>
          {upload}
        </Sheet>
      ) : null}
      {canWrite && !isEmpty && adding === "amount" ? (
        <Sheet label="Add an amount" close={address({ add: null })}>
          {manual}
        </Sheet>
      ) : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
