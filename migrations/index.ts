import users from "./20261121-0900-create-users.ts";
import sessions from "./20261121-0901-create-sessions.ts";
import platforms from "./20261121-0902-create-platforms.ts";
import commissionTiers from "./20261121-0903-create-commission-tiers.ts";
import optInForms from "./20261121-0904-create-opt-in-forms.ts";
import optInFormPlatforms from "./20261121-0905-create-opt-in-form-platforms.ts";
import submissions from "./20261121-0906-create-submissions.ts";
import totals from "./20261121-0907-create-totals.ts";
import connections from "./20261121-0908-create-connections.ts";
import deliveries from "./20261121-0909-create-deliveries.ts";
import deliveryAttempts from "./20261121-0910-create-delivery-attempts.ts";
import accountTokens from "./20261121-1000-create-account-tokens.ts";
import mails from "./20261121-1001-create-mails.ts";
import apiKeys from "./20261121-1002-create-api-keys.ts";
import identities from "./20261121-1003-create-identities.ts";
import authenticators from "./20261121-1004-create-authenticators.ts";
import knownDevices from "./20261121-1005-create-known-devices.ts";
import userRequests from "./20261121-1006-add-user-requests.ts";
import exchangeRates from "./20261121-1200-create-exchange-rates.ts";
import commissions from "./20261121-1201-create-commissions.ts";
import indexUserRequests from "./20261121-1300-index-user-requests.ts";
import heldRegistrations from "./20261121-1400-create-held-registrations.ts";
import workspaces from "./20261122-0900-create-workspaces.ts";
import sessionAuthenticatedAt from "./20261122-0920-rename-session-proven-at.ts";
import generalizeConnections from "./20261122-0930-generalize-connections.ts";
import domainEvents from "./20261122-0940-create-domain-events.ts";
import eventConsumptions from "./20261122-0941-create-event-consumptions.ts";
import renameMailAttempts from "./20261122-0942-rename-mail-attempts.ts";
import dropDomainEventAge from "./20261122-1200-drop-domain-event-age.ts";
import addApiKeyCreatorName from "./20261122-1210-add-api-key-creator-name.ts";
import limitCounts from "./20261122-1300-create-limit-counts.ts";
import usedAuthorizations from "./20261122-1301-create-used-authorizations.ts";
import addWithoutAmount from "./20261122-1400-add-without-amount.ts";
import indexMailsCreated from "./20261122-1600-index-mails-created.ts";
import extendFormSettings from "./20261122-1700-extend-form-settings.ts";
import formSlugs from "./20261122-1701-create-form-slugs.ts";
import pastConsentTexts from "./20261122-1702-create-past-consent-texts.ts";
import logos from "./20261122-1703-create-logos.ts";
import addTestModeEnd from "./20261122-1800-add-test-mode-end.ts";
import pendingConnections from "./20261122-1801-create-pending-connections.ts";
import indexDeliveryAttempts from "./20261122-1802-index-delivery-attempts.ts";
import addFailureCount from "./20261122-1803-add-failure-count.ts";
import addExpiryWarnings from "./20261122-1804-add-expiry-warnings.ts";
import contactMessages from "./20261122-2100-create-contact-messages.ts";
import widenPlatformCodes from "./20261122-2200-widen-platform-codes.ts";
import addDecisionReasons from "./20261122-2300-add-decision-reasons.ts";
import addReviewPreferences from "./20261122-2301-add-review-preferences.ts";
import bulkJobs from "./20261122-2302-create-bulk-jobs.ts";
import indexSubmissionHints from "./20261122-2303-index-submission-hints.ts";
import savedViews from "./20261122-2304-create-saved-views.ts";
import breakdownTotals from "./20261123-0010-create-breakdown-totals.ts";
import addVisits from "./20261123-0011-add-visits.ts";
import addErasedAt from "./20261123-0012-add-erased-at.ts";
import addSampleClaims from "./20261123-0013-add-sample-claims.ts";
import proofEntries from "./20261123-0101-create-proof-entries.ts";
import replays from "./20261123-0102-create-replays.ts";
import addMatchQuality from "./20261123-0103-add-match-quality.ts";
import auditEntries from "./20261123-0200-create-audit-entries.ts";
import subscriptionGrants from "./20261123-0201-create-subscription-grants.ts";
import supportAccesses from "./20261123-0202-create-support-accesses.ts";
import jobRuns from "./20261123-0203-create-job-runs.ts";
import addMessageHandling from "./20261123-0204-add-message-handling.ts";
import indexUsersCreated from "./20261123-0205-index-users-created.ts";
import notifications from "./20261123-0300-create-notifications.ts";
import pushSubscriptions from "./20261123-0301-create-push-subscriptions.ts";
import weeklySummaries from "./20261123-0302-create-weekly-summaries.ts";
import addClaimWarnings from "./20261123-0303-add-claim-warnings.ts";
import renameEventConsumers from "./20261123-0304-rename-event-consumers.ts";
import workspaceInvitations from "./20261123-0400-create-workspace-invitations.ts";
import addSessionWorkspace from "./20261123-0401-add-session-workspace.ts";
import news from "./20261123-0402-create-news.ts";
import extendBulkJobs from "./20261123-0500-extend-bulk-jobs.ts";
import corrections from "./20261123-0501-create-corrections.ts";
import listExports from "./20261123-0502-create-list-exports.ts";
import addDeliveryBacklog from "./20261123-0600-add-delivery-backlog.ts";
import addComparableAmounts from "./20261123-0700-add-comparable-amounts.ts";
import indexListFilters from "./20261123-0701-index-list-filters.ts";
import eventTotals from "./20261123-0702-create-event-totals.ts";
import newsAnnouncements from "./20261123-0800-create-news-announcements.ts";
import indexOverdueDeliveries from "./20261123-0900-index-overdue-deliveries.ts";
import renameUniqueEmail from "./20261123-1000-rename-unique-email.ts";
import recountEventStates from "./20261125-1200-recount-event-states.ts";
import type { Migration } from "./table.ts";

/** In the order they run. Listed by hand, so that a bundle holds them. */
export const migrations: Migration[] = [
  users,
  sessions,
  platforms,
  commissionTiers,
  optInForms,
  optInFormPlatforms,
  submissions,
  totals,
  connections,
  deliveries,
  deliveryAttempts,
  accountTokens,
  mails,
  apiKeys,
  identities,
  authenticators,
  knownDevices,
  userRequests,
  exchangeRates,
  commissions,
  indexUserRequests,
  heldRegistrations,
  workspaces,
  sessionAuthenticatedAt,
  generalizeConnections,
  domainEvents,
  eventConsumptions,
  renameMailAttempts,
  dropDomainEventAge,
  addApiKeyCreatorName,
  limitCounts,
  usedAuthorizations,
  addWithoutAmount,
  indexMailsCreated,
  extendFormSettings,
  formSlugs,
  pastConsentTexts,
  logos,
  addTestModeEnd,
  pendingConnections,
  indexDeliveryAttempts,
  addFailureCount,
  addExpiryWarnings,
  contactMessages,
  widenPlatformCodes,
  addDecisionReasons,
  addReviewPreferences,
  bulkJobs,
  indexSubmissionHints,
  savedViews,
  breakdownTotals,
  addVisits,
  addErasedAt,
  addSampleClaims,
  proofEntries,
  replays,
  addMatchQuality,
  auditEntries,
  subscriptionGrants,
  supportAccesses,
  jobRuns,
  addMessageHandling,
  indexUsersCreated,
  notifications,
  pushSubscriptions,
  weeklySummaries,
  addClaimWarnings,
  renameEventConsumers,
  workspaceInvitations,
  addSessionWorkspace,
  news,
  extendBulkJobs,
  corrections,
  listExports,
  addDeliveryBacklog,
  addComparableAmounts,
  indexListFilters,
  eventTotals,
  newsAnnouncements,
  indexOverdueDeliveries,
  renameUniqueEmail,
  recountEventStates,
];
