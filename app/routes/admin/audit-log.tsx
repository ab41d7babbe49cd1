import { useLoaderData, useLocation } from "@remix-run/react";
import { AuditFilters } from "#app/components/admin/audit-filters.tsx";
import { AuditTable } from "#app/components/admin/audit-table.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { usePageLinks, useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { ButtonLink, buttonClass } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Icon } from "#app/components/ui/icon.tsx";
import { DownloadSimpleIcon } from "#app/components/ui/icons.ts";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { PastLastPage } from "#app/components/ui/past-last-page.tsx";
import { requireAdmin } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import type { ExportFormat } from "#app/lib/export-types.ts";
import { paths } from "#app/paths.ts";
import { presentAuditEntry } from "#app/presenters/admin.ts";
import { listAuditEntries } from "#app/services/audit-log/audit-log.server.ts";
import { readAuditQuery } from "./audit-query.server.ts";

export const handle: PageHandle = {
  title: "Audit log",
  description: "What administrators and owners changed, when and where.",
};

export { action } from "./reject-post.server.ts";

export const loader = page(requireAdmin, async ({ request, member }) => {
  const { workspace } = member;
  const { timeZone } = workspace;
  const { query, ignored } = readAuditQuery(request, timeZone);
  const { entries, pagination } = await listAuditEntries({ query, timeZone });
  const now = new Date().toISOString();
  return { now, timeZone, query, ignored, entries: entries.map(presentAuditEntry), pagination };
});

export default function AuditLog() {
  const { query, entries, pagination, ignored, now, timeZone } = useLoaderData<typeof loader>();
  const address = useQueryLinks();
  const { search } = useLocation();
  const { page: _page, ...filters } = query;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const toPage = usePageLinks();
  const toFile = (format: ExportFormat) =>
    paths.auditExport({ ...Object.fromEntries(new URLSearchParams(search)), format });
  return (
    <Page>
      <PageHeader
        title="Audit log"
        actions={
          <>
            <a className={buttonClass({})} href={toFile("xlsx")}>
              <Icon of={DownloadSimpleIcon} />
              Excel (XLSX)
            </a>{" "}
            <a className={buttonClass({})} href={toFile("csv")}>
              <Icon of={DownloadSimpleIcon} />
              CSV
            </a>
          </>
        }
      />
      <AuditFilters query={query} address={address} />
      <IgnoredFilters labels={ignored} />
      {entries.length > 0 ? (
        <>
          <AuditTable entries={entries} now={now} timeZone={timeZone} />
          <Pagination pagination={pagination} toPage={toPage} />
        </>
      ) : pagination.total > 0 ? (
        <PastLastPage page={query.page} pages={pagination.pages} toLastPage={toPage(pagination.pages)} />
      ) : isFiltered ? (
        <EmptyState
          title="No entries match"
          actions={<ButtonLink to={paths.auditLog()}>Show all entries</ButtonLink>}
        >
          Remove a filter, or choose other days.
        </EmptyState>
      ) : (
        <EmptyState title="Nothing has happened yet">
          Changes of roles, activations, deletions, plans and support access appear here.
        </EmptyState>
      )}
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
