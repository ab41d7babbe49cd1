import type { SubmissionCounts } from "#app/components/submissions/submission-tabs.tsx";
import { COMMON_CURRENCIES } from "#app/lib/money.ts";
import type { Submission } from "#app/models/index.server.ts";
import { presentSubmission } from "#app/presenters/submission.ts";
import type { ConnectedAdPlatform, Destination } from "#app/schemas/ad-platforms.ts";
import type { BulkJobResponse } from "#app/schemas/bulk.ts";
import { formatPhone } from "#app/schemas/shared/phone.ts";
import type { PaginationResponse } from "#app/schemas/shared/query.ts";
import type { ReviewPreferences } from "#app/schemas/submission-forms.ts";
import type { SubmissionsQuery } from "#app/schemas/submission-query.ts";
import type { SubmissionHint, SubmissionResponse } from "#app/schemas/submissions.ts";
import { adPlatformName, adPlatforms } from "#app/services/ad-platforms/registry.server.ts";
import type { SignedIn } from "#app/services/auth/sessions/sessions.server.ts";
import { findLatestJob } from "#app/services/bulk/bulk-jobs.server.ts";
import {
  type CommissionBasis,
  findCommissionBasis,
} from "#app/services/commissions/commission-basis.server.ts";
import { listConnectedPlatforms } from "#app/services/connections/connections.server.ts";
import { listDestinations } from "#app/services/deliveries/list-destinations.server.ts";
import { estimateMatches } from "#app/services/deliveries/match-quality.server.ts";
import { type ListExportLink, listOwnExports } from "#app/services/list-exports/list-exports.server.ts";
import { findPlatformNames, type NamedPlatform } from "#app/services/platforms/platform-names.server.ts";
import { COUNT_MAX, countViews } from "#app/services/submissions/count-submissions.server.ts";
import { findHints } from "#app/services/submissions/find-hints.server.ts";
import { findNeighbors, type Neighbor } from "#app/services/submissions/find-neighbors.ts";
import { findSubmission } from "#app/services/submissions/get-submission.server.ts";
import {
  listSubmissions,
  type SubmissionsPage as SubmissionsPageOfRows,
} from "#app/services/submissions/list-submissions.server.ts";
import { readReviewPreferences } from "#app/services/submissions/review-preferences.server.ts";
import { listSavedViews, type SavedViewLink } from "#app/services/submissions/saved-views.server.ts";
import { type CurrencySum, sumSubmissions } from "#app/services/submissions/sum-submissions.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { readSubmissionsQuery } from "./read-query.server.ts";

type SubmissionsPage = {
  /** "Time left" counts from here. */
  now: string;
  timeZone: string;
  userId: string;
  query: SubmissionsQuery;
  /** The labels of the filters in the address that could not be read. */
  ignored: string[];
  submissions: SubmissionResponse[];
  pagination: PaginationResponse;
  /** A search counts to a ceiling; then the page says "more than". */
  isTotalCapped: boolean;
  /** What all that match add up to; null where it takes a request of its own to read that many. */
  sum: CurrencySum[] | null;
  /** Of all submissions, not of the page. */
  counts: SubmissionCounts;
  /** The filter's choices, with archived platforms: their submissions remain. */
  platforms: NamedPlatform[];
  connectedPlatforms: ConnectedAdPlatform[];
  /** The ad platform that decides the event status. */
  primaryAdPlatform: string;
  /** Choices for the verified amount, the owner's own first. */
  currencies: string[];
  may: { decide: boolean; resend: boolean; share: boolean; export: boolean };
  preferences: ReviewPreferences;
  views: SavedViewLink[];
  /** The latest decision of many in the background, while it runs and for an hour after. */
  job: BulkJobResponse | null;
  /** The member's own, as far as they were too long to be downloaded at once. */
  exports: ListExportLink[];
  /** The submission of `?open=`, with the requests and responses of its deliveries. Null if not theirs. */
  open: {
    submission: SubmissionResponse;
    /** For people: "+34 600 55 51 23". */
    phone: string;
    /** What marking it verified would send where, and earn; not of what is verified already. */
    destinations: Destination[];
    commissionBasis: CommissionBasis | null;
    hints: SubmissionHint[];
    /** Where it stands on this page of the list, or stood before its decision. */
    at: number | null;
    /** Its neighbours in the sorted and filtered list. */
    previous: Neighbor | null;
    next: Neighbor | null;
    /** "1 of 9"; null when it is not on this page of the list. */
    position: string | null;
  } | null;
};

/** What the list page shows for a query, with the submission of `?open=` if it is the workspace's. */
export async function loadSubmissionsPage(
  { user, workspace, role }: Pick<SignedIn, "user" | "workspace" | "role">,
  searchParams: URLSearchParams,
): Promise<SubmissionsPage> {
  const platforms = await findPlatformNames(workspace.id);
  const { query, ignored } = readSubmissionsQuery(searchParams, platforms);
  const isExact = searchParams.get("exact") === "yes";
  const openId = searchParams.get("open");
  const [list, counts, connectedPlatforms, open, job, exports, views] = await Promise.all([
    listSubmissions({ workspace, query, isExact }),
    countViews(workspace.id),
    listConnectedPlatforms(workspace.id),
    openId ? findSubmission({ workspaceId: workspace.id, submissionId: openId }) : null,
    findLatestJob(workspace.id),
    listOwnExports({ workspaceId: workspace.id, userId: user.id }),
    listSavedViews({ workspaceId: workspace.id, userId: user.id }),
  ]);
  const { submissions, total, hasMore, page, limit, pages } = list;
  const sum = isExact || (!hasMore && total <= COUNT_MAX) ? await sumSubmissions({ workspace, query }) : null;
  return {
    now: new Date().toISOString(),
    timeZone: workspace.timeZone,
    userId: user.id,
    query,
    ignored: openId && !open ? [...ignored, "Open claim"] : ignored,
    submissions: submissions.map((submission) => presentSubmission(submission, adPlatformName)),
    pagination: { total, page, limit, pages },
    isTotalCapped: hasMore,
    sum,
    counts,
    platforms,
    connectedPlatforms,
    primaryAdPlatform: adPlatforms.primary.name,
    currencies: [...new Set([workspace.currency, ...COMMON_CURRENCIES])],
    may: {
      decide: isAllowed(role, "submissions:write"),
      resend: isAllowed(role, "deliveries:write"),
      share: isAllowed(role, "views:share"),
      export: isAllowed(role, "submissions:export"),
    },
    preferences: readReviewPreferences(user),
    job,
    exports,
    views,
    open: open && (await presentOpen(open, list, toIndex(searchParams.get("at")))),
  };
}

async function presentOpen(open: Submission, list: SubmissionsPageOfRows, leftAt: number | null) {
  const isVerified = open.status === "handled";
  const index = list.submissions.findIndex(({ id }) => id === open.id);
  const [destinations, commissionBasis, hints, matchQuality] = await Promise.all([
    isVerified ? [] : listDestinations(open),
    isVerified ? null : findCommissionBasis(open),
    findHints(open),
    estimateMatches(open),
  ]);
  return {
    submission: { ...presentSubmission(open, adPlatformName), matchQuality },
    phone: formatPhone(open.phone),
    destinations,
    commissionBasis,
    hints,
    at: index < 0 ? leftAt : index,
    ...findNeighbors(list, open.id, leftAt),
  };
}

const toIndex = (text: string | null) => (text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null);
