import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RatesNote } from "#app/components/exchange-rates/rates-note.tsx";
import { useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { keepPageOnNetworkError } from "#app/components/forms/network-error.ts";
import { useFormReply } from "#app/components/forms/use-form-reply.ts";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { Flash as FlashLine } from "#app/components/layout/flash.tsx";
import { PageHeader } from "#app/components/layout/page.tsx";
import { RouteErrorBoundary } from "#app/components/layout/route-error.tsx";
import { NoSubmissions } from "#app/components/submissions/no-submissions.tsx";
import { SubmissionFilters } from "#app/components/submissions/submission-filters.tsx";
import { SubmissionSheet } from "#app/components/submissions/submission-sheet.tsx";
import { type SubmissionCounts, SubmissionTabs } from "#app/components/submissions/submission-tabs.tsx";
import { SubmissionsLayout } from "#app/components/submissions/submissions-layout.tsx";
import { SubmissionsTable } from "#app/components/submissions/submissions-table.tsx";
import { Pagination } from "#app/components/ui/pagination.tsx";
import { config } from "#app/env.server.ts";
import { parseInput } from "#app/http/api/endpoint.server.ts";
import { requireMember, requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { COMMON_CURRENCIES } from "#app/lib/money.ts";
import { paths } from "#app/paths.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import type { ConnectedAdPlatform } from "#app/schemas/ad-platforms.ts";
import { messages } from "#app/schemas/messages/index.ts";
import {
  type PaginationResponse,
  type SubmissionResponse,
  SubmissionsQuery,
} from "#app/schemas/submissions.ts";
import { adPlatformName, adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { listConnectedPlatforms } from "#app/services/connections/connections.server.ts";
import { findOwnSlug } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { findPlatformNames, type NamedPlatform } from "#app/services/platforms/platform-names.server.ts";
import {
  countViews,
  findNeighbors,
  findSubmission,
  listSubmissions,
} from "#app/services/submissions/list-submissions.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { handleSubmissionForm } from "./submission-forms.server.ts";

export type LoaderData = {
  /** The moment that every "time left" is counted from, and the zone that times are written in. */
  now: string;
  timeZone: string;
  query: SubmissionsQuery;
  submissions: SubmissionResponse[];
  pagination: PaginationResponse;
  /** A search counts to a ceiling; then the page says "more than". */
  isTotalCapped: boolean;
  /** Of all submissions, not of the page. */
  counts: SubmissionCounts;
  /** The owner's platforms for the filter, archived ones too: their submissions are still there. */
  platforms: NamedPlatform[];
  /** What "Mark handled" sends to. */
  connectedPlatforms: ConnectedAdPlatform[];
  /** The ad platform that decides the event status. */
  primaryAdPlatform: string;
  /** Choices for the verified amount, the owner's own first. */
  currencies: string[];
  formUrl: string | null;
  /** What the member's role allows. */
  may: { decide: boolean; resend: boolean };
  /** The submission of `?open=`, with the requests and responses of its deliveries. Null if not theirs. */
  open: {
    submission: SubmissionResponse;
    /** Its neighbours in the list as it is sorted and filtered, where there are any. */
    previousId: string | null;
    nextId: string | null;
    /** "1 of 9"; null when it is not on this page of the list. */
    position: string | null;
  } | null;
};

export const handle: PageHandle = { title: "Submissions" };

export const loader = page(async ({ request }: LoaderFunctionArgs): Promise<LoaderData> => {
  const { workspace, role } = await requireMember(request, "submissions:read");
  const { searchParams } = new URL(request.url);
  const query = parseInput(SubmissionsQuery, Object.fromEntries(searchParams));
  const openId = searchParams.get("open");
  const [list, counts, platforms, connectedPlatforms, slug, open] = await Promise.all([
    listSubmissions({ workspace, query }),
    countViews(workspace),
    findPlatformNames(workspace.id),
    listConnectedPlatforms(workspace.id),
    findOwnSlug(workspace.id),
    openId ? findSubmission({ workspaceId: workspace.id, submissionId: openId }) : null,
  ]);
  const { submissions, total, hasMore, page, limit, pages } = list;
  return {
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
    query,
    submissions: submissions.map((submission) => presentSubmission(submission, adPlatformName)),
    pagination: { total, page, limit, pages },
    isTotalCapped: hasMore,
    counts,
    platforms,
    connectedPlatforms,
    primaryAdPlatform: adPlatforms.primary.name,
    currencies: [...new Set([workspace.currency, ...COMMON_CURRENCIES])],
    formUrl: slug === null ? null : config.publicUrl + paths.optIn({ slug }),
    may: { decide: isAllowed(role, "submissions:write"), resend: isAllowed(role, "deliveries:write") },
    open: open && { submission: presentSubmission(open, adPlatformName), ...findNeighbors(list, open.id) },
  };
});

export const clientAction = keepPageOnNetworkError(() => messages.submissions.updateFailed);

export const action = page(async ({ request, context }: ActionFunctionArgs) => {
  const signedIn = await requireUser(request);
  return handleSubmissionForm(request, signedIn, context.requestId);
});

export default function Submissions() {
  const { now, timeZone, query, submissions, pagination, open, ...page } = useLoaderData<LoaderData>();
  const lastResult = useFormReply<typeof action>();
  const address = useQueryLinks();
  const view = { now, timeZone };
  const toSheet = (submissionId: string | null) => (submissionId ? address({ open: submissionId }) : null);
  return (
    <SubmissionsLayout
      sheet={
        open ? (
          <SubmissionSheet
            submission={open.submission}
            view={view}
            position={open.position}
            links={{
              previous: toSheet(open.previousId),
              next: toSheet(open.nextId),
              close: address({ open: null }),
            }}
            currencies={page.currencies}
            connectedPlatforms={page.connectedPlatforms}
            may={page.may}
            lastResult={lastResult}
            notice={<FlashLine />}
          />
        ) : null
      }
    >
      {open ? null : <FlashLine />}
      <PageHeader>
        <h1>Submissions</h1>
      </PageHeader>
      <RatesNote of={submissions.map(({ formData }) => formData.currency)} />
      <SubmissionTabs query={query} counts={page.counts} address={address} />
      <SubmissionFilters
        query={query}
        platforms={page.platforms}
        primaryAdPlatform={page.primaryAdPlatform}
        address={address}
      />
      {submissions.length > 0 ? (
        <>
          <SubmissionsTable
            submissions={submissions}
            sort={query.sort}
            view={view}
            openId={open?.submission._id ?? null}
            address={address}
          />
          <Pagination
            pagination={pagination}
            isCapped={page.isTotalCapped}
            suffix={isFiltered(query) ? "that match" : undefined}
            toPage={(number) => address({ page: number === 1 ? null : number, open: null })}
          />
        </>
      ) : (
        <NoSubmissions isFiltered={isFiltered(query)} allHref={paths.submissions()} formUrl={page.formUrl} />
      )}
    </SubmissionsLayout>
  );
}

function isFiltered({
  status,
  eventStatus,
  platform,
  source,
  from,
  to,
  expiresWithin,
  search,
}: SubmissionsQuery) {
  return [status, eventStatus, platform, source, from, to, expiresWithin, search].some(
    (value) => value !== undefined,
  );
}

export function ErrorBoundary() {
  return <RouteErrorBoundary fact={messages.submissions.loadFailed} />;
}
