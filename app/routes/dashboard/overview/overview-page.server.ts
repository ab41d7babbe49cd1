import type { Commissions } from "#app/components/overview/commission-stat.tsx";
import type { ConnectionSummary } from "#app/components/overview/connections-panel.tsx";
import type { ReviewQueueData } from "#app/components/overview/review-queue.tsx";
import type { SetupStep } from "#app/components/overview/setup-steps.ts";
import type { SinceVisitData } from "#app/components/overview/since-visit.tsx";
import type { PartedStat, Stat } from "#app/components/overview/stats.tsx";
import type { OwnInvitation } from "#app/components/workspaces/invitation-alert.tsx";
import { log } from "#app/lib/log.server.ts";
import type { PlanUsage } from "#app/lib/plans.ts";
import { type SampleClaim, sampleClaims } from "#app/lib/sample-claims.ts";
import type { Point } from "#app/lib/series.ts";
import { presentNews } from "#app/presenters/news.ts";
import {
  presentCommissions,
  presentConnections,
  presentDeliveryProblems,
  presentFigures,
  presentReviewQueue,
  presentSinceVisit,
} from "#app/presenters/overview.ts";
import { presentFigures as presentRange } from "#app/presenters/statistics.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import type { NewsResponse } from "#app/schemas/news.ts";
import type { FiguresResponse } from "#app/schemas/statistics.ts";
import { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import { adPlatformName, adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { SignedIn } from "#app/services/auth/sessions/sessions.server.ts";
import { listNews } from "#app/services/news/list-news.server.ts";
import { getOverview } from "#app/services/overview/get-overview.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { listInvitationsOf } from "#app/services/workspaces/accept-invitation.server.ts";
import { getPlanUsage } from "#app/services/workspaces/plan-usage.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const LATEST_COUNT = 5;
const SERIES_DAYS = 14;

export type OverviewPage = {
  now: string;
  timeZone: string;
  /** A problem with deliveries and its consequence. */
  trouble: { fact: string; consequence: string } | null;
  queue: ReviewQueueData;
  /** What happened since the member was here; null on the first visit. */
  sinceVisit: SinceVisitData | null;
  /** Figures of the last seven days, and the losses of 28. */
  stats: Stat[];
  lost: PartedStat["parts"];
  /** The last 14 days, and what became of the claims of 28. */
  series: Point[];
  funnel: FiguresResponse;
  today: string;
  /** What there is to set up; none for a role that may not. */
  steps: SetupStep[];
  commissions: Commissions;
  connections: ConnectionSummary[];
  /** The latest five; without any the page shows how to get the first. */
  latest: SubmissionResponse[];
  canDecide: boolean;
  /** Null for a role that sees no connections. */
  canConnect: boolean | null;
  /** Whether the role reads figures. */
  hasFigures: boolean;
  /** Null if they could not be read: the rest of the page stands. */
  news: NewsResponse | null;
  /** To other workspaces. */
  invitations: OwnInvitation[];
  /** Made-up claims for a workspace that has none and asked for them. */
  samples: SampleClaim[] | null;
  currency: string;
  /** Whether this role shows and removes them. */
  canChangeSamples: boolean;
  /** What is used of the plan this month, for who can change it. */
  planUsage: PlanUsage | null;
};

export async function loadOverviewPage({
  workspace,
  role,
  user,
}: Pick<SignedIn, "workspace" | "role" | "user">): Promise<OverviewPage> {
  const now = new Date();
  const [overview, latest, usage, invitations, news] = await Promise.all([
    getOverview({ workspace, user }, now),
    listSubmissions({ workspace, query: SubmissionsQuery.parse({ limit: LATEST_COUNT }) }),
    getPlanUsage(workspace),
    listInvitationsOf(user),
    listNews().then(presentNews, (error: unknown) => {
      log.warn({ err: error }, "the news could not be read");
      return null;
    }),
  ]);
  const { counts, lost } = presentFigures(overview, adPlatforms.primary.name);
  return {
    now: now.toISOString(),
    timeZone: workspace.timeZone,
    trouble: presentDeliveryProblems(overview),
    queue: presentReviewQueue(overview),
    sinceVisit: presentSinceVisit(overview),
    stats: counts,
    lost,
    series: overview.fourWeeks.series.slice(-SERIES_DAYS),
    funnel: presentRange(overview.fourWeeks),
    today: overview.fourWeeks.days.to,
    steps: isAllowed(role, "settings:write") ? overview.steps : [],
    commissions: presentCommissions(overview, workspace.currency),
    connections: presentConnections(overview, now),
    latest: latest.submissions.map((submission) => presentSubmission(submission, adPlatformName)),
    canDecide: isAllowed(role, "submissions:write"),
    canConnect: isAllowed(role, "connections:read") ? isAllowed(role, "connections:write") : null,
    news,
    hasFigures: isAllowed(role, "stats:read"),
    invitations: invitations.map((invitation) => ({
      id: invitation.id,
      workspaceName: invitation.workspace?.name ?? "",
      invitedBy: invitation.invitedBy?.name || null,
      role: invitation.role,
    })),
    samples: workspace.showsSamples && latest.submissions.length === 0 ? sampleClaims(now) : null,
    currency: workspace.currency,
    canChangeSamples: isAllowed(role, "settings:write"),
    planUsage: isAllowed(role, "workspace:write") ? usage : null,
  };
}
