import type { SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { RatesNote } from "#app/components/exchange-rates/rates-note.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { CommissionTable, CommissionTotals } from "#app/components/platforms/month-commissions.tsx";
import { MonthLinks } from "#app/components/platforms/month-links.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import layout from "#app/components/ui/layout.module.css";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { Panel, PanelBody } from "#app/components/ui/panel.tsx";
import { PastLastPage } from "#app/components/ui/past-last-page.tsx";
import text from "#app/components/ui/text.module.css";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { EXPORT_FORMATS } from "#app/lib/export-types.ts";
import { monthAndYear } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import { loadCommissionPage } from "./commission-page.server.ts";

export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  title: (loaded) => (loaded ? `Commission of ${loaded.platform.name}` : "Commission"),
  description: "What a broker’s month earns by your tiers, beside what the broker pays.",
};

export const loader = page(requireMember("submissions:read"), async ({ request, params, member }) =>
  loadCommissionPage(member, params.platformId ?? "", new URL(request.url).searchParams),
);

export default function CommissionPage() {
  const { platform, commissions, pagination, ignored, previous, next, canExport, canOpenPlatform } =
    useLoaderData<typeof loader>();
  const { month, isPaid, clients, expected, paid } = commissions;
  const toMonth = (of: string, number = 1) =>
    paths.commission({ platformId: platform.id, month: of, ...(number > 1 ? { page: String(number) } : {}) });
  return (
    <Page>
      <PageHeader
        title={
          <>
            Commission of <bdi>{platform.name}</bdi>
          </>
        }
        parent={{ to: paths.commissionOwed({ month }), label: "Commission owed" }}
        link={
          canOpenPlatform ? { to: paths.platform({ platformId: platform.id }), label: "Tiers" } : undefined
        }
      />
      <IgnoredFilters labels={ignored} />
      <RatesNote of={[...expected, ...paid].map(({ currency }) => currency)} />
      <Panel title={monthAndYear(month)}>
        <PanelBody>
          <CommissionTotals commissions={commissions} />
          <div className={layout.row}>
            <MonthLinks previous={previous} next={next} toMonth={(of) => toMonth(of)} />
            {canExport && clients.length > 0
              ? EXPORT_FORMATS.map((format) => (
                  <Fragment key={format}>
                    {" "}
                    <a
                      className={buttonClass({ isSmall: true })}
                      href={paths.commissionExport({ platformId: platform.id, month, format })}
                    >
                      {`Download ${format.toUpperCase()}`}
                    </a>
                  </Fragment>
                ))
              : null}
          </div>
          <p className={text.small}>
            {isPaid
              ? "Expected: by your tiers, for verified claims. Paid: according to the broker’s files, by file date."
              : "No statement with a column of commission has rows of this month, so only what your tiers say is shown."}
          </p>
        </PanelBody>
      </Panel>
      {clients.length > 0 ? (
        <CommissionTable commissions={commissions} />
      ) : pagination.total > 0 ? (
        <PastLastPage
          page={pagination.page}
          pages={pagination.pages}
          toLastPage={toMonth(month, pagination.pages)}
        />
      ) : (
        <EmptyState title="Nothing in this month">
          No verified claim of this broker counts in {monthAndYear(month)}.
        </EmptyState>
      )}
      {pagination.pages > 1 ? (
        <Pagination pagination={pagination} toPage={(number) => toMonth(month, number)} />
      ) : null}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
