import type { Commissions } from "#app/components/overview/commission-stat.tsx";
import type { ConnectionSummary } from "#app/components/overview/connections-panel.tsx";
import type { ReviewQueueData } from "#app/components/overview/review-queue.tsx";
import type { Stat } from "#app/components/overview/stats.tsx";
import {
  presentCommissions,
  presentConnections,
  presentDeliveryProblems,
  presentFigures,
  presentReviewQueue,
} from "#app/presenters/overview.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import { type SubmissionResponse, SubmissionsQuery } from "#app/schemas/submissions.ts";
import { adPlatformName, adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { SignedIn } from "#app/services/auth/sessions/sessions.server.ts";
import { getOverview } from "#app/services/overview/get-overview.server.ts";
import { listSubmissions } from "#app/services/submissions/list-submissions.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";

const LATEST_COUNT = 5;

export type OverviewPage = {
  now: string;
  timeZone: string;
  /** A problem with deliveries and its consequence. */
  trouble: { fact: string; consequence: string } | null;
  desk: ReviewQueueData;
  /** Three figures of the last seven days. */
  stats: Stat[];
  commissions: Commissions;
  connections: ConnectionSummary[];
  /** The latest five; without any the page shows how to get the first. */
  latest: SubmissionResponse[];
  canDecide: boolean;
};

export async function loadOverviewPage({
  workspace,
  role,
}: Pick<SignedIn, "workspace" | "role">): Promise<OverviewPage> {
  const now = new Date();
  const [overview, latest] = await Promise.all([
    getOverview(workspace, now),
    listSubmissions({ workspace, query: SubmissionsQuery.parse({ limit: LATEST_COUNT }) }),
  ]);
  return {
    now: now.toISOString(),
    timeZone: workspace.timeZone,
    trouble: presentDeliveryProblems(overview),
    desk: presentReviewQueue(overview),
    stats: presentFigures(overview, adPlatforms.primary.name),
    commissions: presentCommissions(overview, workspace.currency),
    connections: presentConnections(overview, now),
    latest: latest.submissions.map((submission) => presentSubmission(submission, adPlatformName)),
    canDecide: isAllowed(role, "submissions:write"),
  };
}
