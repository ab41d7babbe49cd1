import { regionalCsv } from "#app/lib/csv.ts";
import { COMMON_CURRENCIES } from "#app/lib/money.ts";
import { formatPhone } from "#app/lib/read-phone.ts";
import type { Submission, Workspace } from "#app/models/index.server.ts";
import { RESULT } from "#app/paths.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import { adPlatformName, adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { findLatestJob } from "#app/services/bulk/bulk-jobs.server.ts";
import { findCommissionBasis } from "#app/services/commissions/commission-basis.server.ts";
import { listConnectedPlatforms } from "#app/services/connections/connections.server.ts";
import { listDestinations } from "#app/services/deliveries/list-destinations.server.ts";
import { estimateMatches } from "#app/services/deliveries/match-quality.server.ts";
import { listLinkNames } from "#app/services/links/links.server.ts";
import { listOwnExports } from "#app/services/list-exports/list-exports.server.ts";
import { canBePerson } from "#app/services/people/find-person.server.ts";
import { findPlatformNames } from "#app/services/platforms/platform-names.server.ts";
import { COUNT_MAX, countViews } from "#app/services/submissions/count-submissions.server.ts";
import { findHints } from "#app/services/submissions/find-hints.server.ts";
import { findNeighbors } from "#app/services/submissions/find-neighbors.ts";
import { findSubmission } from "#app/services/submissions/get-submission.server.ts";
import { listSubmissions, type SubmissionsPage } from "#app/services/submissions/list-submissions.server.ts";
import { readReviewPreferences } from "#app/services/submissions/review-preferences.server.ts";
import { listSavedViews } from "#app/services/submissions/saved-views.server.ts";
import { sumSubmissions } from "#app/services/submissions/sum-submissions.server.ts";
import { listMembers } from "#app/services/team/members.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { readSubmissionsQuery } from "./read-query.server.ts";

/** What the list page shows for a query, with the submission of `?open=` if it is the workspace's. */
export async function loadSubmissionsPage({ user, workspace, role }: Member, searchParams: URLSearchParams) {
  // With the frame, whose counts and connections are read at the same time.
  const [platforms, connectedPlatforms, counts, job, exports, views, members] = await Promise.all([
    findPlatformNames(workspace.id),
    listConnectedPlatforms(workspace.id),
    countViews(workspace.id),
    findLatestJob(workspace.id),
    listOwnExports({ workspaceId: workspace.id, userId: user.id }),
    listSavedViews({ workspaceId: workspace.id, userId: user.id }),
    listMembers(workspace.id, role),
  ]);
  const { query, ignored } = await readSubmissionsQuery(searchParams, workspace, platforms);
  const isExact = searchParams.get("exact") === "yes";
  const openId = searchParams.get("open");
  const { search } = query;
  const [list, open, links, isPerson] = await Promise.all([
    listSubmissions({ workspace, query, isExact }),
    openId ? findSubmission({ workspaceId: workspace.id, submissionId: openId, role }) : null,
    listLinkNames(workspace.id, query.link),
    search ? canBePerson({ workspaceId: workspace.id, search }) : false,
  ]);
  const { submissions, total, hasMore, page, limit, pages } = list;
  const sum = isExact || (!hasMore && total <= COUNT_MAX) ? await sumSubmissions({ workspace, query }) : null;
  return {
    // "Time left" counts from here.
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
    csvSeparator: regionalCsv(workspace).separator,
    userId: user.id,
    query,
    person: isPerson && search ? search : null,
    ignored: openId && !open ? [...ignored, "Open claim"] : ignored,
    submissions: submissions.map((submission) => presentSubmission(submission, adPlatformName)),
    pagination: { total, page, limit, pages },
    // A search counts to a ceiling; then the page says "more than".
    isTotalCapped: hasMore,
    // Null where it takes a request of its own to read that many.
    sum,
    counts,
    platforms,
    deciders: members.map((member) => ({ id: member.userId, name: member.user?.name ?? "" })),
    links,
    connectedPlatforms,
    adPlatforms: {
      primary: adPlatforms.primary.name,
      filtered: query.adPlatform ? adPlatformName(query.adPlatform) : null,
    },
    currencies: [...new Set([workspace.currency, ...COMMON_CURRENCIES])],
    may: {
      decide: isAllowed(role, "submissions:write"),
      resend: isAllowed(role, "deliveries:write"),
      share: isAllowed(role, "views:share"),
      export: isAllowed(role, "submissions:export"),
    },
    preferences: readReviewPreferences(user),
    // A result is of the address that the decision leads to, and of no other view of the list.
    job: job?.state === "running" || searchParams.has(RESULT) ? job : null,
    exports,
    views,
    open: open && (await presentOpen(workspace, open, list, toIndex(searchParams.get("at")))),
  };
}

/** A verified claim needs no preview of its event and commission. */
async function presentOpen(
  workspace: Workspace,
  open: Submission,
  list: SubmissionsPage,
  leftAt: number | null,
) {
  const isVerified = open.status === "handled";
  const index = list.submissions.findIndex(({ id }) => id === open.id);
  const [destinations, commissionBasis, hints, matchQuality] = await Promise.all([
    isVerified ? [] : listDestinations(open),
    isVerified ? null : findCommissionBasis(workspace, open),
    findHints(open),
    estimateMatches(open),
  ]);
  return {
    submission: { ...presentSubmission(open, adPlatformName), matchQuality },
    phone: formatPhone(open.phone),
    destinations,
    commissionBasis,
    hints,
    // Its place on this page of the list, or before its decision.
    at: index < 0 ? leftAt : index,
    ...findNeighbors(list, open.id, leftAt),
  };
}

const toIndex = (text: string | null) => (text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null);
