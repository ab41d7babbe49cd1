import { useLoaderData } from "@remix-run/react";
import { RatesNote } from "#app/components/exchange-rates/rates-note.tsx";
import { IgnoredFilters } from "#app/components/filters/ignored-filters.tsx";
import { type QueryLinks, useQueryLinks } from "#app/components/filters/use-query-links.ts";
import { keepPageOnError } from "#app/components/forms/network-error.ts";
import { toFormResult, useFormReply } from "#app/components/forms/use-form-reply.ts";
import type { PageHandle } from "#app/components/layout/page.tsx";
import { SectionHeader } from "#app/components/layout/section-header.tsx";
import { BulkBar } from "#app/components/submissions/bulk-bar.tsx";
import { BulkProgress } from "#app/components/submissions/bulk-progress.tsx";
import { ExportMenu } from "#app/components/submissions/export-menu.tsx";
import { ExportProgress } from "#app/components/submissions/export-progress.tsx";
import { LazyBulkPlan } from "#app/components/submissions/lazy-bulk-plan.tsx";
import { LazySheet } from "#app/components/submissions/lazy-sheet.tsx";
import { ListFoot } from "#app/components/submissions/list-foot.tsx";
import { ListNotes } from "#app/components/submissions/list-notes.tsx";
import { NewClaims } from "#app/components/submissions/new-claims.tsx";
import { NoSubmissions } from "#app/components/submissions/no-submissions.tsx";
import { ReviewKeys } from "#app/components/submissions/review-keys.tsx";
import { ReviewOptions } from "#app/components/submissions/review-options.tsx";
import { SavedViews } from "#app/components/submissions/saved-views.tsx";
import { Selection } from "#app/components/submissions/selection.tsx";
import { SubmissionFilterBar } from "#app/components/submissions/submission-filters.tsx";
import { SubmissionTabs } from "#app/components/submissions/submission-tabs.tsx";
import { SubmissionsLayout } from "#app/components/submissions/submissions-layout.tsx";
import { SubmissionsTable } from "#app/components/submissions/submissions-table.tsx";
import { DecisionFlash } from "#app/components/submissions/undo-decision.tsx";
import { requireMember, requireUser } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { RESULT } from "#app/paths.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import { handleSubmissionForm } from "./submission-forms.server.ts";
import { loadSubmissionsPage } from "./submissions-page.server.ts";

export const handle: PageHandle = {
  title: "Claims",
  description: "Your visitors’ claims: check them against the broker, verify or reject them.",
};

export const loader = page(requireMember("submissions:read"), async ({ request, member }) =>
  loadSubmissionsPage(member, new URL(request.url).searchParams),
);

export const clientAction = keepPageOnError(() => messages.submissions.updateFailed);

export const action = page(requireUser, async ({ request, context, member }) =>
  handleSubmissionForm(request, member, context.requestId),
);

export default function Submissions() {
  const { now, timeZone, userId, query, submissions, pagination, open, ...page } =
    useLoaderData<typeof loader>();
  const reply = useFormReply<typeof action>();
  const bulk = reply && "bulk" in reply ? reply.bulk : null;
  const lastResult = reply && !("bulk" in reply) ? reply : undefined;
  const savedView = toFormResult(lastResult, "save-view");
  const links = useQueryLinks();
  const address: QueryLinks = (changes) => links({ [RESULT]: null, ...changes });
  const view = { now, timeZone, userId };
  const toSheet = (one: { id: string; page: number } | null) =>
    one && address({ open: one.id, at: null, page: one.page === 1 ? null : one.page });
  return (
    <ReviewKeys isOn={page.preferences.hasKeys}>
      <SubmissionsLayout
        sheet={
          open ? (
            <LazySheet
              submission={open.submission}
              view={view}
              phone={open.phone}
              position={open.position}
              next={open.next && { ...open.next, page: leavesList(query) ? query.page : open.next.page }}
              at={open.at}
              links={{
                previous: toSheet(open.previous),
                next: toSheet(open.next),
                close: address({ open: null, at: null }),
              }}
              currencies={page.currencies}
              connectedPlatforms={page.connectedPlatforms}
              destinations={open.destinations}
              commissionBasis={open.commissionBasis}
              hints={open.hints}
              may={page.may}
              lastResult={savedView ? undefined : lastResult}
              notice={<DecisionFlash />}
            />
          ) : null
        }
      >
        {open ? null : <DecisionFlash />}
        <SectionHeader
          of="claims"
          actions={
            <>
              {page.may.export && pagination.total > 0 ? (
                <ExportMenu csvSeparator={page.csvSeparator} />
              ) : null}
              <ReviewOptions preferences={page.preferences} canDecide={page.may.decide} />
            </>
          }
        />
        <RatesNote of={submissions.map(({ formData }) => formData.currency)} />
        <SubmissionTabs query={query} counts={page.counts} address={address} />
        <SubmissionFilterBar
          query={query}
          platforms={page.platforms}
          deciders={page.deciders}
          links={page.links}
          adPlatforms={page.adPlatforms}
          address={address}
          view={view}
          beside={<SavedViews views={page.views} canShare={page.may.share} lastResult={savedView} />}
        />
        <ListNotes person={page.person} areProblems={query.event === "problem"} />
        <NewClaims loaded={submissions} />
        {bulk ? <LazyBulkPlan {...bulk} cancelTo={address({})} /> : null}
        {page.job ? <BulkProgress job={page.job} canDecide={page.may.decide} address={address} /> : null}
        <ExportProgress exports={page.exports} view={view} />
        <IgnoredFilters labels={page.ignored} />
        {submissions.length > 0 ? (
          <>
            <Selection submissions={submissions}>
              <SubmissionsTable
                canSelect={page.may.decide}
                columns={page.preferences.columns}
                submissions={submissions}
                sort={query.sort}
                view={view}
                openId={open?.submission._id ?? null}
                address={address}
              />
              {page.may.decide ? (
                <BulkBar
                  total={pagination.total}
                  isCapped={page.isTotalCapped}
                  pageSize={submissions.length}
                  view={view}
                />
              ) : null}
            </Selection>
            <ListFoot
              pagination={pagination}
              isCapped={page.isTotalCapped}
              sum={page.sum}
              address={address}
            />
          </>
        ) : (
          <NoSubmissions query={query} counts={page.counts} pagination={pagination} address={address} />
        )}
      </SubmissionsLayout>
    </ReviewKeys>
  );
}

/** Whether a claim that is decided leaves the list, and the next one takes its place. */
const leavesList = ({ status, expiresWithin }: SubmissionsQuery) =>
  status !== undefined || expiresWithin !== undefined;

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
