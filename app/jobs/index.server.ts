import { databaseNow, escapeValue, has } from "#app/database/dialect.server.ts";
import { emptyLog } from "#app/database/erased-rows.server.ts";
import { someAreDue } from "#app/database/leases.server.ts";
import { updatePlannerStatistics } from "#app/database/planner-statistics.server.ts";
import { poll } from "#app/database/poll.server.ts";
import { config } from "#app/env.server.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#app/lib/dates.ts";
import { DELIVERY_OPEN_STATES } from "#app/lib/event-state.ts";
import {
  MatchingMark,
  Notification,
  OwnRate,
  Postback,
  Replay,
  SpendMark,
  VerificationRule,
} from "#app/models/index.server.ts";
import { runAccountRequests } from "#app/services/accounts/run-account-requests.server.ts";
import { resealSecrets } from "#app/services/admin/reseal-secrets.server.ts";
import { endExpiredSubscriptions } from "#app/services/admin/subscriptions.server.ts";
import { flushClicks } from "#app/services/broker-links/clicks.server.ts";
import { recalculateCommissions } from "#app/services/commissions/recalculate-commissions.server.ts";
import { countMarkedDays } from "#app/services/counting/count-marked-days.server.ts";
import { expireDeliveries } from "#app/services/deliveries/expire-deliveries.server.ts";
import { warnOfExpiry } from "#app/services/deliveries/warn-of-expiry.server.ts";
import { markUnmarkedEvents } from "#app/services/domain-events/mark-events.server.ts";
import { matchMarked } from "#app/services/evidence/match-marked.server.ts";
import { ratesAreDue, refreshRates } from "#app/services/exchange-rates/refresh-rates.server.ts";
import { deleteOldMailFiles } from "#app/services/mail/mail-files.server.ts";
import { newsAreDue, refreshNews } from "#app/services/news/refresh-news.server.ts";
import { queueDigests } from "#app/services/notifications/email-digests.server.ts";
import { notifyOfCampaignCosts } from "#app/services/notifications/notify-of-campaign-costs.server.ts";
import { notifyOfDueStatements } from "#app/services/notifications/notify-of-due-statements.server.ts";
import { sendWeeklySummaries } from "#app/services/notifications/weekly-summary.server.ts";
import { flushViews } from "#app/services/opt-in-forms/page-views.server.ts";
import { eraseOldClaims } from "#app/services/people/erase-old-claims.server.ts";
import { copyEarlierTiers } from "#app/services/platforms/contracts/copy-earlier-tiers.server.ts";
import { flushRefused } from "#app/services/postbacks/refused-postbacks.server.ts";
import { workOnPostbacks } from "#app/services/postbacks/work-on-postbacks.server.ts";
import { RUNNING_REPLAYS, runReplays } from "#app/services/replays/run-replays.server.ts";
import { runDueRules } from "#app/services/rules/verify-claims.server.ts";
import { workOutMarkedDays } from "#app/services/spend/counting/marked-days.server.ts";
import { checkTotals } from "#app/services/submissions/check-totals.server.ts";
import { recompareAmounts, SETTLED_MS } from "#app/services/submissions/recompare-amounts.server.ts";
import {
  addLateSearchWords,
  addSearchWords,
  hasClaimsWithoutWords,
} from "#app/services/submissions/search-words.server.ts";
import { markEntered } from "#app/services/telegram/doors/mark-claims.server.ts";
import { brokerApiJobs } from "./broker-connections.server.ts";
import { bulkDecisions } from "./bulk-decisions.server.ts";
import { deliveryJob } from "./deliveries.server.ts";
import { mailJobs } from "./emails.server.ts";
import { eventConsumers, jointConsumers } from "./event-consumers.server.ts";
import { filesToRead, oldFiles } from "./files.server.ts";
import type { Job } from "./job.server.ts";
import { listExports } from "./list-exports.server.ts";
import { newsAnnouncements } from "./news-announcements.server.ts";
import { pushes } from "./pushes.server.ts";
import { retentions } from "./retentions.server.ts";
import { singleJob } from "./single-job.server.ts";
import { spendAccounts } from "./spend-accounts.server.ts";
import { earlierEvidence, olderFiles, statementJobs } from "./statements.server.ts";
import { telegramBots } from "./telegram-bots.server.ts";
import { telegramChats } from "./telegram-chats.server.ts";
import { telegramDesks } from "./telegram-desks.server.ts";
import { worths, worthsOfDay } from "./worths.server.ts";

/** What one process at a time does. */
export const singleJobs: Job[] = [
  singleJob({
    name: "overdue deliveries",
    everyMs: 0,
    run: expireDeliveries,
    isDue: () =>
      has(
        "deliveries",
        `state IN (${DELIVERY_OPEN_STATES.map(escapeValue).join(", ")}) AND receipt IS NULL
         AND sendBefore < ${databaseNow()} AND (leaseToken IS NULL OR dueAt <= ${databaseNow()})`,
      ),
  }),
  singleJob({
    name: "account requests",
    everyMs: 2 * SECOND,
    queryMaxMs: MINUTE,
    run: runAccountRequests,
    isDue: () =>
      `(${["zoneChangedAt", "deleteRequestedAt"].map((column) => has("workspaces", `${column} IS NOT NULL`)).join(" OR ")}
         OR ${has("users", "deleteRequestedAt IS NOT NULL")})`,
  }),
  singleJob({
    name: "search words",
    everyMs: 2 * SECOND,
    run: addSearchWords,
    isDue: hasClaimsWithoutWords,
  }),
  singleJob({
    // Versions before name it otherwise: theirs does not run, because it would take marks and count something else.
    name: "counts of days",
    everyMs: SECOND,
    queryMaxMs: MINUTE,
    run: countMarkedDays,
    isDue: () => has("dayMarks", "workspaceId > ''"),
  }),
  singleJob({
    name: "spend of days",
    everyMs: 0,
    queryMaxMs: MINUTE,
    model: SpendMark,
    run: workOutMarkedDays,
    isDue: () => has("spendMarks", "workspaceId > ''"),
  }),
  singleJob({
    name: "postbacks",
    everyMs: 0,
    queryMaxMs: MINUTE,
    model: Postback,
    run: workOnPostbacks,
    isDue: () => has("postbacks", "state IN ('new', 'later')"),
  }),
  singleJob({
    name: "matching of broker rows",
    everyMs: 0,
    queryMaxMs: MINUTE,
    model: MatchingMark,
    run: matchMarked,
    isDue: () => has("matchingMarks", "platformId > ''"),
  }),
  singleJob({
    name: "rules that are due",
    everyMs: 0,
    queryMaxMs: MINUTE,
    model: VerificationRule,
    run: runDueRules,
    isDue: () => has("verificationRules", `isOn = 1 AND dueAt <= ${databaseNow()}`),
  }),
  singleJob({ name: "late search words", everyMs: 5 * MINUTE, run: addLateSearchWords }),
  singleJob({
    name: "exchange rates",
    everyMs: config.ratesPollMs,
    stopMs: 2 * SECOND,
    isDue: ratesAreDue,
    run: () => refreshRates(),
  }),
  singleJob({
    name: "changed rates",
    everyMs: 5 * SECOND,
    run: recompareAmounts,
    isDue: () => has("workspaces", `amountsChangedAt <= ${databaseNow(-SETTLED_MS)}`),
  }),
  singleJob({
    name: "commissions",
    everyMs: 0,
    model: OwnRate,
    run: recalculateCommissions,
    isDue: () => has("workspaces", "ratesChangedAt IS NOT NULL"),
  }),
  singleJob({
    name: "news",
    everyMs: MINUTE,
    stopMs: 2 * SECOND,
    isDue: newsAreDue,
    run: (isStopping) => refreshNews(isStopping),
  }),
  singleJob({ name: "expiry warnings", everyMs: 5 * MINUTE, run: () => warnOfExpiry() }),
  singleJob({ name: "due statements", everyMs: 5 * MINUTE, run: () => notifyOfDueStatements() }),
  singleJob({ name: "campaign costs", everyMs: 15 * MINUTE, run: () => notifyOfCampaignCosts() }),
  ...jointConsumers,
  singleJob({ name: "unmarked events", everyMs: MINUTE, run: markUnmarkedEvents }),
  singleJob({
    name: "email digests",
    everyMs: 0,
    model: Notification,
    run: () => queueDigests(),
    isDue: () => has("notifications", `emailDueAt <= ${databaseNow()}`),
  }),
  singleJob({
    name: "weekly summaries",
    everyMs: 5 * MINUTE,
    delayFirstRun: true,
    run: () => sendWeeklySummaries(),
  }),
  singleJob({
    name: "old seals",
    everyMs: HOUR,
    delayFirstRun: true,
    run: (isStopping) => resealSecrets(isStopping),
  }),
  singleJob({
    name: "old claims",
    everyMs: HOUR,
    delayFirstRun: true,
    queryMaxMs: MINUTE,
    run: (isStopping) => eraseOldClaims(isStopping),
  }),
  singleJob({
    name: "expired subscriptions",
    everyMs: MINUTE,
    run: () => endExpiredSubscriptions(),
    isDue: () => has("subscriptionGrants", `endedAt IS NULL AND endsAt <= ${databaseNow()}`),
  }),
  singleJob({ name: "old email files", everyMs: HOUR, run: () => deleteOldMailFiles() }),
  singleJob({ name: "planner statistics", everyMs: HOUR, delayFirstRun: true, run: updatePlannerStatistics }),
  singleJob({ name: "Telegram doors again", everyMs: DAY, delayFirstRun: true, run: markEntered }),
  singleJob({ name: "totals check", everyMs: DAY, delayFirstRun: true, queryMaxMs: HOUR, run: checkTotals }),
  olderFiles,
  earlierEvidence,
  worthsOfDay,
  singleJob({ name: "earlier tiers", everyMs: MINUTE, run: copyEarlierTiers }),
  oldFiles,
  ...retentions,
];

/** What any number of processes do at once, because each row has its own lease. */
export const sharedJobs: Job[] = [
  deliveryJob,
  ...mailJobs,
  ...eventConsumers,
  bulkDecisions,
  listExports,
  ...statementJobs,
  filesToRead,
  spendAccounts,
  ...brokerApiJobs,
  ...telegramChats,
  telegramDesks,
  worths,
  telegramBots,
  newsAnnouncements,
  ...(config.vapid ? [pushes] : []),
  {
    name: "replays",
    model: Replay,
    run: runReplays,
    isDue: () => someAreDue(Replay, RUNNING_REPLAYS),
  },
];

/** What each process that serves pages runs, because it holds the data in memory. */
export const serverJobs: Job[] = [
  { name: "page views", everyMs: SECOND, delayFirstRun: true, run: flushViews },
  { name: "link clicks", everyMs: SECOND / 4, delayFirstRun: true, run: flushClicks },
  { name: "refused postbacks", everyMs: SECOND, delayFirstRun: true, run: flushRefused },
  { name: "log of erased rows", everyMs: SECOND, run: emptyLog },
];

/** Asks for all jobs of this process, and for what other processes changed. It starts last. */
export const pollJob: Job = { name: "poll", everyMs: config.pollMs, run: poll };
