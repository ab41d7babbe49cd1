import { updatePlannerStatistics } from "#app/database/planner-statistics.server.ts";
import { deleteExpiredCounts } from "#app/database/queries/limit-counts.server.ts";
import { config } from "#app/env.server.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { runAccountRequests } from "#app/services/accounts/run-account-requests.server.ts";
import { deleteOldAuditEntries } from "#app/services/admin/audit-log.server.ts";
import { resealSecrets } from "#app/services/admin/reseal-secrets.server.ts";
import { endExpiredSubscriptions } from "#app/services/admin/subscriptions.server.ts";
import { deleteExpiredAuthorizations } from "#app/services/auth/providers/used-authorizations.server.ts";
import { deleteExpiredDecoys } from "#app/services/auth/registration/decoy-registrations.server.ts";
import { deleteOldBulkJobs } from "#app/services/bulk/bulk-jobs.server.ts";
import { deleteExpiredPendingConnections } from "#app/services/connections/pending-connections.server.ts";
import { deleteOldContactMessages } from "#app/services/contact/delete-old-messages.server.ts";
import { expireDeliveries } from "#app/services/deliveries/expire-deliveries.server.ts";
import { warnOfExpiry } from "#app/services/deliveries/warn-of-expiry.server.ts";
import { deleteOldEvents } from "#app/services/domain-events/delete-old-events.server.ts";
import { invalidateRates } from "#app/services/exchange-rates/get-rates.server.ts";
import { refreshRates } from "#app/services/exchange-rates/refresh-rates.server.ts";
import { deleteOldListExports } from "#app/services/list-exports/list-exports.server.ts";
import { deleteOldMails } from "#app/services/mail/delete-old-mails.server.ts";
import { refreshNews } from "#app/services/news/refresh-news.server.ts";
import { deleteOldNotifications } from "#app/services/notifications/delete-old-notifications.server.ts";
import { queueDigests } from "#app/services/notifications/email-digests.server.ts";
import { notifyOfNewClaims } from "#app/services/notifications/notify-of-claims.server.ts";
import { sendWeeklySummaries } from "#app/services/notifications/weekly-summary.server.ts";
import { flushViews } from "#app/services/opt-in-forms/page-views.server.ts";
import { eraseOldClaims } from "#app/services/people/erase-old-claims.server.ts";
import { deleteEndedSubscriptions } from "#app/services/push/delete-ended-subscriptions.server.ts";
import { runReplays } from "#app/services/replays/run-replays.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { recompareAmounts } from "#app/services/submissions/recompare-amounts.server.ts";
import { deleteOldInvitations } from "#app/services/workspaces/invitations.server.ts";
import { bulkDecisions } from "./bulk-decisions.server.ts";
import { deliveries } from "./deliveries.server.ts";
import { emails } from "./emails.server.ts";
import { eventConsumers } from "./event-consumers.server.ts";
import type { Job } from "./job.server.ts";
import { listExports } from "./list-exports.server.ts";
import { newsAnnouncements } from "./news-announcements.server.ts";
import { pushes } from "./pushes.server.ts";

/** The background work. Every process with RUN_WORKER runs it. */
export const jobs: Job[] = [
  deliveries,
  { name: "overdue deliveries", everyMs: config.deliveryPollMs, run: expireDeliveries },
  emails,
  ...eventConsumers,
  bulkDecisions,
  listExports,
  newsAnnouncements,
  { name: "account requests", everyMs: 2 * SECOND, queryMaxMs: MINUTE, run: runAccountRequests },
  { name: "exchange rates", everyMs: config.ratesPollMs, stopMs: 2 * SECOND, run: updateRates },
  { name: "changed rates", everyMs: 5 * SECOND, run: recompareAmounts },
  { name: "news", everyMs: MINUTE, stopMs: 2 * SECOND, run: (isStopping) => refreshNews(isStopping) },
  { name: "expired decoy registrations", everyMs: 2 * SECOND, run: deleteExpiredDecoys },
  { name: "expired limit counts", everyMs: 5 * MINUTE, startsLate: true, run: deleteExpiredCounts },
  { name: "expired authorizations", everyMs: HOUR, run: deleteExpiredAuthorizations },
  { name: "expiry warnings", everyMs: 5 * MINUTE, run: () => warnOfExpiry() },
  { name: "new claims", everyMs: config.eventPollMs, run: () => notifyOfNewClaims() },
  { name: "email digests", everyMs: config.mailPollMs, run: () => queueDigests() },
  { name: "weekly summaries", everyMs: 5 * MINUTE, startsLate: true, run: () => sendWeeklySummaries() },
  { name: "old notifications", everyMs: HOUR, startsLate: true, run: deleteOldNotifications },
  ...(config.vapid ? [pushes] : []),
  {
    name: "ended push subscriptions",
    everyMs: HOUR,
    startsLate: true,
    run: () => deleteEndedSubscriptions(),
  },
  { name: "expired pending connections", everyMs: MINUTE, run: deleteExpiredPendingConnections },
  { name: "replays", everyMs: config.deliveryPollMs, run: runReplays },
  { name: "old seals", everyMs: HOUR, startsLate: true, run: (isStopping) => resealSecrets(isStopping) },
  { name: "old invitations", everyMs: HOUR, startsLate: true, run: () => deleteOldInvitations() },
  { name: "old domain events", everyMs: HOUR, run: deleteOldEvents },
  { name: "old contact messages", everyMs: HOUR, run: deleteOldContactMessages },
  { name: "old bulk jobs", everyMs: HOUR, startsLate: true, run: deleteOldBulkJobs },
  { name: "old list exports", everyMs: HOUR, startsLate: true, run: deleteOldListExports },
  {
    name: "old claims",
    everyMs: HOUR,
    startsLate: true,
    queryMaxMs: MINUTE,
    run: (isStopping) => eraseOldClaims(isStopping),
  },
  { name: "old audit entries", everyMs: HOUR, startsLate: true, run: deleteOldAuditEntries },
  { name: "expired subscriptions", everyMs: MINUTE, run: () => endExpiredSubscriptions() },
  { name: "old emails", everyMs: HOUR, run: deleteOldMails },
  { name: "planner statistics", everyMs: HOUR, startsLate: true, run: updatePlannerStatistics },
  { name: "totals check", everyMs: DAY, startsLate: true, queryMaxMs: HOUR, run: checkTotals },
];

/** What each process that serves pages runs, because it holds the data in memory. */
export const serverJobs: Job[] = [{ name: "page views", everyMs: SECOND, startsLate: true, run: flushViews }];

async function updateRates(): Promise<void> {
  if (await refreshRates()) invalidateRates();
}
