import { log } from "#app/lib/log.server.ts";
import { toByEvidence } from "#app/lib/truth.ts";
import type { Workspace } from "#app/models/index.server.ts";
import { presentNews } from "#app/presenters/news.ts";
import {
  presentCommissions,
  presentConnections,
  presentDeliveryProblems,
  presentFourWeeks,
  presentOpenWork,
  presentReviewQueue,
  presentSinceVisit,
} from "#app/presenters/overview.ts";
import { presentSampleQueue } from "#app/presenters/sample-claim.ts";
import { presentTruth } from "#app/presenters/statistics.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import { toInvitationNames } from "#app/presenters/team.ts";
import { describeInvitation } from "#app/schemas/team.ts";
import { adPlatformName } from "#app/services/ad-platforms/registry.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { getSpendFigures } from "#app/services/money/get-spend-figures.server.ts";
import { listNews } from "#app/services/news/list-news.server.ts";
import { listFormNames } from "#app/services/opt-in-forms/form-names.server.ts";
import { findTour } from "#app/services/overview/find-tour.server.ts";
import { getOverview, listOverviewDays } from "#app/services/overview/get-overview.server.ts";
import { findLaterClaims } from "#app/services/statements/find-later-claims.server.ts";
import { listLatest } from "#app/services/submissions/list-submissions.server.ts";
import { listOwnInvitations } from "#app/services/team/accept-invitation.server.ts";
import { sortMemberships } from "#app/services/workspaces/memberships.server.ts";
import { toPlanUsage } from "#app/services/workspaces/plan-usage.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { listSamples } from "./sample-decisions.server.ts";

const LATEST_COUNT = 5;

export async function loadOverviewPage(request: Request, member: Member) {
  const { workspace, role, user } = member;
  const now = new Date();
  const asked = new URL(request.url).searchParams.get("form");
  const form = asked ? (await listFormNames(workspace.id)).find(({ id }) => id === asked)?.id : undefined;
  const readsFigures = isAllowed(role, "stats:read");
  const [overview, latest, invitations, news, later, money, tour] = await Promise.all([
    getOverview({ workspace, user, form }, now),
    listLatest(workspace.id, LATEST_COUNT),
    listOwnInvitations(user),
    listNews().then(presentNews, (error: unknown) => {
      log.warn({ err: error }, "the news could not be read");
      return null;
    }),
    findLaterClaims(workspace.id),
    // Spend has no form.
    readsFigures && form === undefined ? readSpendFigures(workspace, now) : null,
    findTour(workspace.id),
  ]);
  const readsConnections = isAllowed(role, "connections:read");
  return {
    now: now.toISOString(),
    timeZone: workspace.timeZone,
    problem: presentDeliveryProblems(overview),
    openWork: presentOpenWork(readsConnections ? overview : { ...overview, connections: [] }),
    queue: presentReviewQueue(overview),
    sinceVisit: presentSinceVisit(readsConnections ? overview : { ...overview, connections: [] }),
    // What the role may not read stays out of the page's data too.
    figures: readsFigures ? presentFigures(overview, { currency: workspace.currency, form }) : null,
    money,
    form: form ?? null,
    ignored: asked && !form ? ["Form"] : [],
    steps: isAllowed(role, "settings:write") ? overview.steps : [],
    connections: readsConnections ? presentConnections(overview, now) : null,
    latest: latest.map((submission) => presentSubmission(submission, adPlatformName)),
    hasClients: sortMemberships(user).length > 1,
    canDecide: isAllowed(role, "submissions:write"),
    canConnect: isAllowed(role, "connections:write"),
    news,
    later,
    tour,
    invitations: invitations.map((invitation) => ({
      id: invitation.id,
      workspaceName: invitation.workspace?.name ?? "",
      description: describeInvitation(toInvitationNames(invitation)),
    })),
    samples:
      workspace.showsSamples && latest.length === 0
        ? presentSampleQueue(await listSamples(request, member, now), now)
        : null,
    canChangeSamples: isAllowed(role, "settings:write"),
    planUsage: isAllowed(role, "workspace:write") ? toPlanUsage(workspace, overview.verifiedOfMonth) : null,
  };
}

/** The rest of the overview is shown without them. */
const readSpendFigures = (workspace: Workspace, now: Date) =>
  getSpendFigures({ workspace, days: listOverviewDays(workspace, now) }).catch((error: unknown) => {
    log.error({ err: error, workspaceId: workspace.id }, "what ads cost could not be read");
    return "failed" as const;
  });

type FigureOptions = { currency: string; form: string | undefined };

function presentFigures(
  overview: Awaited<ReturnType<typeof getOverview>>,
  { currency, form }: FigureOptions,
) {
  const shown = { ...overview.fourWeeks.days, ...(form ? { form } : {}) };
  const { counts, unaccepted } = presentFourWeeks(overview, shown);
  return {
    shown,
    stats: counts,
    unaccepted,
    truth: presentTruth(overview.fourWeeks),
    byEvidence: toByEvidence(overview.fourWeeks),
    commissions: presentCommissions(overview, currency),
  };
}
