import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { RatesNote } from "#app/components/exchange-rates/rates-note.tsx";
import type { PageHandle } from "#app/components/layout/document-title.tsx";
import { Flash } from "#app/components/layout/flash.tsx";
import { Page, PageHeader } from "#app/components/layout/page.tsx";
import { type Commissions, commissionStat } from "#app/components/overview/commission-stat.tsx";
import { type ConnectionSummary, ConnectionsPanel } from "#app/components/overview/connections-panel.tsx";
import { LatestPanel } from "#app/components/overview/latest-panel.tsx";
import { ReviewQueue, type ReviewQueueData } from "#app/components/overview/review-queue.tsx";
import { type Stat, Stats } from "#app/components/overview/stats.tsx";
import { NoSubmissions } from "#app/components/submissions/no-submissions.tsx";
import { Alert } from "#app/components/ui/alert.tsx";
import layout from "#app/components/ui/layout.module.css";
import text from "#app/components/ui/text.module.css";
import { config } from "#app/env.server.ts";
import { requireMember } from "#app/http/auth/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { weekdayAndDay } from "#app/lib/format-date.ts";
import { paths } from "#app/paths.ts";
import {
  presentCommissions,
  presentConnections,
  presentDeliveryProblems,
  presentFigures,
  presentReviewQueue,
} from "#app/presenters/overview.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import { readRedirectOrigin } from "#app/routes/auth/redirect-origin.server.ts";
import { type SubmissionResponse, SubmissionsQuery } from "#app/schemas/submissions.ts";
import { adPlatformName, adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import { findOwnSlug } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { getOverview } from "#app/services/overview/get-overview.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const LATEST_COUNT = 5;

export type LoaderData = {
  /** The page for people who are signed out that sent its reader here. */
  from: string | null;
  now: string;
  timeZone: string;
  /** What is broken, as one note: the fact and what follows from it. */
  trouble: { fact: string; consequence: string } | null;
  desk: ReviewQueueData;
  /** Three figures of the last seven days. */
  stats: Stat[];
  commissions: Commissions;
  connections: ConnectionSummary[];
  /** The five that came in last. Empty before the first one: then the page says how to get it. */
  latest: SubmissionResponse[];
  formUrl: string | null;
  canDecide: boolean;
};

export const handle: PageHandle = { title: "Overview" };

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { workspace, role } = await requireMember(request, "submissions:read");
  const now = new Date();
  const [overview, latest, slug] = await Promise.all([
    getOverview(workspace, now),
    listSubmissions({ workspace, query: SubmissionsQuery.parse({ limit: LATEST_COUNT }) }),
    findOwnSlug(workspace.id),
  ]);
  const { from, headers } = await readRedirectOrigin(request);
  const loaded: LoaderData = {
    from,
    now: now.toISOString(),
    timeZone: workspace.timeZone,
    trouble: presentDeliveryProblems(overview),
    desk: presentReviewQueue(overview),
    stats: presentFigures(overview, adPlatforms.primary.name),
    commissions: presentCommissions(overview, workspace.currency),
    connections: presentConnections(overview, now),
    latest: latest.submissions.map((submission) => presentSubmission(submission, adPlatformName)),
    formUrl: slug === null ? null : config.publicUrl + paths.optIn({ slug }),
    canDecide: isAllowed(role, "submissions:write"),
  };
  return data(loaded, { headers });
});

export default function Overview() {
  const { from, now, timeZone, trouble, desk, stats, commissions, connections, latest, formUrl, canDecide } =
    useLoaderData<LoaderData>();
  const navigate = useNavigate();
  useEffect(() => {
    // A redirect carries no history state.
    if (from !== null) navigate(".", { replace: true, state: { from }, preventScrollReset: true });
  }, [from, navigate]);
  return (
    <Page>
      <Flash />
      <PageHeader>
        <h1>{weekdayAndDay({ at: now, timeZone })}</h1>
      </PageHeader>
      {trouble ? (
        <Alert tone="alarm">
          <b className={text.strong}>{trouble.fact}</b>{" "}
          <span className={text.secondary}>{trouble.consequence}</span>
        </Alert>
      ) : null}
      <RatesNote
        of={[...commissions.earned, ...latest.map(({ formData }) => formData)].map(
          ({ currency }) => currency,
        )}
      />
      {latest.length === 0 ? (
        <NoSubmissions isFiltered={false} allHref={paths.submissions()} formUrl={formUrl} />
      ) : (
        <>
          <ReviewQueue desk={desk} now={now} canDecide={canDecide} />
          <Stats label="Figures" stats={[...stats, commissionStat(commissions)]} />
        </>
      )}
      <div className={layout.columns}>
        {latest.length > 0 ? <LatestPanel submissions={latest} view={{ now, timeZone }} /> : null}
        <ConnectionsPanel connections={connections} />
      </div>
    </Page>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
