import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { usePageLinks } from "#app/components/filters/use-query-links.ts";
import { AsOf } from "#app/components/layout/as-of.tsx";
import { Page, type PageHandle, PageHeader } from "#app/components/layout/page.tsx";
import { DaysAreBehind } from "#app/components/money/days-are-behind.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import text from "#app/components/ui/text.module.css";
import { ClientTable } from "#app/components/workspaces/client-table.tsx";
import { requireUser } from "#app/http/auth/guards.server.ts";
import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { presentClient } from "#app/presenters/client.ts";
import { paging } from "#app/schemas/shared/query.ts";
import { listClients } from "#app/services/clients/list-clients.server.ts";
import { sortMemberships } from "#app/services/workspaces/memberships.server.ts";
import { toWorkspaceFingerprint } from "#app/services/workspaces/workspace-fingerprint.server.ts";

export const handle: PageHandle = {
  title: "All clients",
  description: "Your workspaces with what they have to check, what expires, and what their ads earn.",
};

const ClientsQuery = z.object({ page: paging.page });

export const loader = page(requireUser, async ({ request, member: { user, workspace } }) => {
  const now = new Date();
  const { valid, ignored } = validFilters(ClientsQuery, { page: "Page" }, new URL(request.url).searchParams);
  const query = ClientsQuery.parse(valid);
  const { clients, pagination } = await listClients(sortMemberships(user), query.page, now);
  return {
    now: now.toISOString(),
    timeZone: workspace.timeZone,
    ignored,
    isBehind: clients.some(({ money }) => money?.isBehind),
    clients: clients.map((client) => ({
      ...presentClient(client),
      mark: toWorkspaceFingerprint(client.workspace),
      isCurrent: client.workspace.id === workspace.id,
    })),
    pagination,
  };
});

export default function Workspaces() {
  const { now, timeZone, ignored, isBehind, clients, pagination } = useLoaderData<typeof loader>();
  const toPage = usePageLinks();
  return (
    <Page>
      <PageHeader
        title="All clients"
        actions={<ButtonLink to={paths.settings({ section: "team" })}>Add a workspace</ButtonLink>}
      >
        <AsOf at={now} timeZone={timeZone} />
      </PageHeader>
      <IgnoredFilters labels={ignored} />
      {isBehind ? <DaysAreBehind /> : null}
      <Card>
        <ClientTable clients={clients} />
      </Card>
      {pagination.pages > 1 ? <Pagination pagination={pagination} toPage={toPage} /> : null}
      <p className={text.small}>
        Truth rate, cost per verified and profit are of the last 28 days, each in the workspace’s own
        currency. “–” is what is not known yet. Your role or the plan decides which of them you see. A number
        opens its workspace.
      </p>
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
