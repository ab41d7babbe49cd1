import { updatePlannerStatistics } from "#app/database/planner-statistics.server.ts";
import { config } from "#app/env.server.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { Notification, OwnRate, Replay } from "#app/models/index.server.ts";
import { runAccountRequests } from "#app/services/accounts/run-account-requests.server.ts";
import { resealSecrets } from "#app/services/admin/reseal-secrets.server.ts";
import { endExpiredSubscriptions } from "#app/services/admin/subscriptions.server.ts";
import { recalculateCommissions } from "#app/services/commissions/recalculate-commissions.server.ts";
import { expireDeliveries } from "#app/services/deliveries/expire-deliveries.server.ts";
import { warnOfExpiry } from "#app/services/deliveries/warn-of-expiry.server.ts";
import { invalidateRates } from "#app/services/exchange-rates/get-rates.server.ts";
import { refreshRates } from "#app/services/exchange-rates/refresh-rates.server.ts";
import { deleteOldMailFiles } from "#app/services/mail/mail-files.server.ts";
import { refreshNews } from "#app/services/news/refresh-news.server.ts";
import { queueDigests } from "#app/services/notifications/email-digests.server.ts";
import { notifyOfNewClaims } from "#app/services/notifications/notify-of-claims.server.ts";
import { notifyOfDueStatements } from "#app/services/notifications/notify-of-due-statements.server.ts";
import { sendWeeklySummaries } from "#app/services/notifications/weekly-summary.server.ts";
import { flushViews } from "#app/services/opt-in-forms/page-views.server.ts";
import { eraseOldClaims } from "#app/services/people/erase-old-claims.server.ts";
import { runReplays } from "#app/services/replays/run-replays.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { recompareAmounts } from "#app/services/submissions/recompare-amounts.server.ts";
import { addLateSearchWords, addSearchWords } from "#app/services/submissions/search-words.server.ts";
import { bulkDecisions } from "./bulk-decisions.server.ts";
import { deliveryJob } from "./deliveries.server.ts";
import { emails } from "./emails.server.ts";
import { eventConsumers } from "./event-consumers.server.ts";
import type { Job } from "./job.server.ts";
import { listExports } from "./list-exports.server.ts";
import { newsAnnouncements } from "./news-announcements.server.ts";
import { pushes } from "./pushes.server.ts";
import { retentions } from "./retentions.server.ts";
import { statementJobs } from "./statements.server.ts";

/** The background work. Every process with RUN_WORKER runs it. */
export const jobs: Job[] = [
  deliveryJob,
  { name: "overdue deliveries", everyMs: config.deliveryPollMs, run: expireDeliveries },
  emails,
  ...eventConsumers,
  bulkDecisions,
  listExports,
  ...statementJobs,
  newsAnnouncements,
  { name: "account requests", everyMs: 2 * SECOND, queryMaxMs: MINUTE, run: runAccountRequests },
  { name: "search words", everyMs: 2 * SECOND, run: addSearchWords },
  { name: "late search words", everyMs: 5 * MINUTE, run: addLateSearchWords },
  { name: "exchange rates", everyMs: config.ratesPollMs, stopMs: 2 * SECOND, run: updateRates },
  { name: "changed rates", everyMs: 5 * SECOND, run: recompareAmounts },
  { name: "commissions", everyMs: 5 * SECOND, model: OwnRate, run: recalculateCommissions },
  { name: "news", everyMs: MINUTE, stopMs: 2 * SECOND, run: (isStopping) => refreshNews(isStopping) },
  { name: "expiry warnings", everyMs: 5 * MINUTE, run: () => warnOfExpiry() },
  { name: "due statements", everyMs: 5 * MINUTE, run: () => notifyOfDueStatements() },
  { name: "new claims", everyMs: config.eventPollMs, run: () => notifyOfNewClaims() },
  { name: "email digests", everyMs: config.mailPollMs, model: Notification, run: () => queueDigests() },
  { name: "weekly summaries", everyMs: 5 * MINUTE, delayFirstRun: true, run: () => sendWeeklySummaries() },
  ...(config.vapid ? [pushes] : []),
  { name: "replays", everyMs: config.deliveryPollMs, model: Replay, run: runReplays },
  { name: "old seals", everyMs: HOUR, delayFirstRun: true, run: (isStopping) => resealSecrets(isStopping) },
  {
    name: "old claims",
    everyMs: HOUR,
    delayFirstRun: true,
    queryMaxMs: MINUTE,
    run: (isStopping) => eraseOldClaims(isStopping),
  },
  { name: "expired subscriptions", everyMs: MINUTE, run: () => endExpiredSubscriptions() },
  { name: "old email files", everyMs: HOUR, run: () => deleteOldMailFiles() },
  ...retentions,
  { name: "planner statistics", everyMs: HOUR, delayFirstRun: true, run: updatePlannerStatistics },
  { name: "totals check", everyMs: DAY, delayFirstRun: true, queryMaxMs: HOUR, run: checkTotals },
];

/** What each process that serves pages runs, because it holds the data in memory. */
export const serverJobs: Job[] = [
  { name: "page views", everyMs: SECOND, delayFirstRun: true, run: flushViews },
];

async function updateRates(): Promise<void> {
  if (await refreshRates()) invalidateRates();
}
