import { useLoaderData } from "@remix-run/react";
import { DeliveryFilters } from "#app/components/deliveries/delivery-filters.tsx";
import { LogTable, WaitingTable } from "#app/components/deliveries/log-table.tsx";
import { ResendBar } from "#app/components/deliveries/resend-bar.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { usePageLinks, useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { Page, type PageHandle } from "#app/components/layout/page.tsx";
import { SectionHeader } from "#app/components/layout/section-header.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { PastLastPage } from "#app/components/ui/past-last-page.tsx";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { validFilters } from "#app/http/forms/valid-filters.server.ts";
import { page } from "#app/http/page.server.ts";
import { paths } from "#app/paths.ts";
import { AttemptsQuery } from "#app/schemas/deliveries.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { readLog } from "./read-log.server.ts";

export const handle: PageHandle = {
  title: "Delivery log",
  description: "Every event that was sent to an ad platform, and what came of it.",
};

export const loader = page(requireMember("deliveries:read"), async ({ request, member }) => {
  const { workspace, role } = member;
  const now = new Date();
  const frame = {
    now: now.toISOString(),
    maySend: isAllowed(role, "deliveries:write"),
    timeZone: workspace.timeZone,
    mayConnect: isAllowed(role, "connections:read"),
    platforms: adPlatforms.all().map(({ id, name }) => ({ id, name })),
  };
  const { searchParams } = new URL(request.url);
  const { valid, ignored } = validFilters(AttemptsQuery, LABELS, searchParams, workspace.timeZone);
  const query = AttemptsQuery.parse(valid);
  return { ...frame, query, ignored, ...(await readLog(workspace, query, now)) };
});

/** The log's filters as the page names them. */
const LABELS: Record<keyof AttemptsQuery, string> = {
  page: "Page",
  limit: "Attempts per page",
  platform: "To",
  outcome: "Result",
  state: "State",
  from: "From",
  to: "To",
  search: "Search",
};

export default function DeliveryLog() {
  const {
    now,
    timeZone,
    query,
    mayConnect,
    platforms,
    attempts,
    waiting,
    pagination,
    isCapped,
    maySend,
    ignored,
  } = useLoaderData<typeof loader>();
  const canResend = maySend && attempts?.some((line) => line.canResend) === true;
  const address = useQueryLinks();
  const toPage = usePageLinks();
  const view = { now, timeZone };
  const { platform, outcome, from, to, search } = query;
  const isFiltered = [platform, outcome, from, to, search].some((value) => value !== undefined);
  return (
    <Page>
      <SectionHeader
        of="adPlatforms"
        actions={
          maySend ? <ButtonLink to={paths.replay({ platform, from, to })}>Send again</ButtonLink> : null
        }
      />
      <DeliveryFilters query={query} platforms={platforms} address={address} />
      {attempts?.length ? <LogTable lines={attempts} view={view} canSelect={canResend} /> : null}
      {canResend ? <ResendBar query={query} /> : null}
      {waiting?.length ? <WaitingTable lines={waiting} view={view} /> : null}
      <IgnoredFilters labels={ignored} />
      {(attempts ?? waiting ?? []).length > 0 ? (
        <Pagination
          pagination={pagination}
          isCapped={isCapped}
          suffix={isFiltered ? "that match" : undefined}
          toPage={toPage}
        />
      ) : pagination.total > 0 ? (
        <PastLastPage page={query.page} pages={pagination.pages} toLastPage={toPage(pagination.pages)} />
      ) : (
        <NoLines isFiltered={isFiltered} isWaiting={waiting !== null} mayConnect={mayConnect} />
      )}
    </Page>
  );
}

type NoLinesProps = { isFiltered: boolean; isWaiting: boolean; mayConnect: boolean };

function NoLines({ isFiltered, isWaiting, mayConnect }: NoLinesProps) {
  if (isFiltered)
    return (
      <EmptyState
        title="No attempts match"
        actions={<ButtonLink to={paths.deliveries()}>Show all attempts</ButtonLink>}
      >
        Remove a filter, or check the ID.
      </EmptyState>
    );
  if (isWaiting)
    return <EmptyState title="Nothing waits">Every event has reached its platform or has ended.</EmptyState>;
  return (
    <EmptyState
      title="Nothing has been sent yet"
      actions={mayConnect ? <ButtonLink to={paths.integrations()}>Send a test event</ButtonLink> : null}
    >
      Each try to send an event appears here: when, to whom, what was sent and what came back. The first one
      follows your first verified claim.
    </EmptyState>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
