import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { type Commissions, commissionStat } from "#app/components/dashboard/commission-stat.tsx";
import { type ConnectionSummary, ConnectionsPanel } from "#app/components/dashboard/connections-panel.tsx";
import { Desk, type DeskData } from "#app/components/dashboard/desk.tsx";
import { LatestPanel } from "#app/components/dashboard/latest-panel.tsx";
import { NoSubmissions } from "#app/components/dashboard/no-submissions.tsx";
import { type Stat, StatStrip } from "#app/components/dashboard/stat-strip.tsx";
import { Flash } from "#app/components/flash.tsx";
import { RatesNote } from "#app/components/rates-note.tsx";
import { brandNameOf } from "#app/components/root-data.ts";
import { Note } from "#app/components/ui/note.tsx";
import { useCameFrom } from "#app/components/use-came-from.ts";
import { config } from "#app/env.server.ts";
import { takeCameFrom } from "#app/http/came-from.server.ts";
import { requireUser } from "#app/http/guards.server.ts";
import { page } from "#app/http/page.server.ts";
import { weekdayAndDay } from "#app/lib/moments.ts";
import { pageTitle } from "#app/lib/page-title.ts";
import { paths } from "#app/paths.ts";
import {
  presentCommissions,
  presentConnections,
  presentDesk,
  presentFigures,
  presentTrouble,
} from "#app/presenters/overview.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import { type SubmissionAnswer, SubmissionsQuery } from "#app/schemas/submissions.ts";
import { findOwnSlug } from "#app/services/opt-in-forms.server.ts";
import { getOverview } from "#app/services/overview.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";

const LATEST_COUNT = 5;

export type LoaderData = {
  /** The page for people who are signed out that sent its reader here. */
  from: string | null;
  now: string;
  timeZone: string;
  /** What is broken, as one note: "Meta refused the token at 09:12." and what follows from it. */
  trouble: { fact: string; consequence: string } | null;
  desk: DeskData;
  /** Three figures of the last seven days. */
  stats: Stat[];
  commissions: Commissions;
  connections: ConnectionSummary[];
  /** The five that came in last. Empty before the first one: then the page says how to get it. */
  latest: SubmissionAnswer[];
  formUrl: string | null;
};

export const meta: MetaFunction = ({ matches }) => [{ title: pageTitle("Overview", brandNameOf(matches)) }];

export const loader = page(async ({ request }: LoaderFunctionArgs) => {
  const { user } = await requireUser(request);
  const now = new Date();
  const [overview, latest, slug] = await Promise.all([
    getOverview(user, now),
    listSubmissions({ owner: user, query: SubmissionsQuery.parse({ limit: LATEST_COUNT }) }),
    findOwnSlug(user.id),
  ]);
  const { from, headers } = takeCameFrom(request);
  const loaded: LoaderData = {
    from,
    now: now.toISOString(),
    timeZone: user.timeZone,
    trouble: presentTrouble(overview),
    desk: presentDesk(overview),
    stats: presentFigures(overview),
    commissions: presentCommissions(overview, user.currency),
    connections: presentConnections(overview, now),
    latest: latest.submissions.map(presentSubmission),
    formUrl: slug === null ? null : config.publicUrl + paths.optIn({ slug }),
  };
  return data(loaded, { headers });
});

export default function Overview() {
  const { from, now, timeZone, trouble, desk, stats, commissions, connections, latest, formUrl } =
    useLoaderData<LoaderData>();
  useCameFrom(from);
  return (
    <main id="main" tabIndex={-1} className="page">
      <Flash />
      <div className="head">
        <h1>{weekdayAndDay({ at: now, timeZone })}</h1>
      </div>
      {trouble ? (
        <Note tone="alarm">
          <b className="strong">{trouble.fact}</b> <span className="sub">{trouble.consequence}</span>
        </Note>
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
          <Desk desk={desk} now={now} />
          <StatStrip label="Figures" stats={[...stats, commissionStat(commissions)]} />
        </>
      )}
      <div className="cols">
        {latest.length > 0 ? <LatestPanel submissions={latest} view={{ now, timeZone }} /> : null}
        <ConnectionsPanel connections={connections} />
      </div>
    </main>
  );
}

export { RouteErrorBoundary as ErrorBoundary } from "#app/components/layout/route-error.tsx";
