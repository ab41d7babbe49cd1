import { useLoaderData } from "@remix-run/react";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { usePageLinks } from "#app/components/filters/use-query-links.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { SpendAmount } from "#app/components/spend/spend-amount.tsx";
import { SpendLines } from "#app/components/spend/spend-lines.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { PastLastPage } from "#app/components/ui/past-last-page.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { shortDate } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { loadSpendRows } from "./spend-page.server.ts";

export const handle: PageHandle = {
  title: "Rows of ad spend",
  description: "The rows that a number of spend is the sum of.",
};

export const loader = page(requireMember("spend:read"), async ({ request, member }) =>
  loadSpendRows(member, new URL(request.url).searchParams),
);

export default function SpendRows() {
  const { rows, days, totals, currency, pagination, ignored, problem } = useLoaderData<typeof loader>();
  const toPage = usePageLinks();
  return (
    <Page>
      <PageHeader title="Rows of ad spend" parent={{ to: paths.spend(days), label: "Ad spend" }} />
      {problem ? (
        <Alert tone="copper">
          <b>{problem}.</b> The last 28 days are shown.
        </Alert>
      ) : null}
      <IgnoredFilters labels={ignored} />
      <p>
        {shortDate(days.from)}
        {days.from === days.to ? "" : ` to ${shortDate(days.to)}`}:{" "}
        <b className={text.total}>
          <SpendAmount {...totals} currency={currency} />
        </b>
      </p>
      {rows.length > 0 ? (
        <SpendLines rows={rows} />
      ) : pagination.total > 0 ? (
        <PastLastPage page={pagination.page} pages={pagination.pages} toLastPage={toPage(pagination.pages)} />
      ) : (
        <EmptyState title="No rows" actions={<ButtonLink to={paths.spend(days)}>Go to ad spend</ButtonLink>}>
          No row of spend is in this range of days. Choose other days, or add spend.
        </EmptyState>
      )}
      {pagination.pages > 1 ? <Pagination pagination={pagination} toPage={toPage} /> : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
