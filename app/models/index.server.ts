import { AccountToken } from "./account-token.server.ts";
import { AdObject } from "./ad-object.server.ts";
import { AdPlatformPace } from "./ad-platform-pace.server.ts";
import { announceRows } from "./announce-rows.server.ts";
import { ApiKey } from "./api-key.server.ts";
import { AuditEntry } from "./audit-entry.server.ts";
import { Authenticator } from "./authenticator.server.ts";
import { BrokerClient } from "./broker-client.server.ts";
import { BrokerConnection } from "./broker-connection.server.ts";
import { BrokerContract } from "./broker-contract.server.ts";
import { BrokerLink } from "./broker-link.server.ts";
import { BrokerQuestion } from "./broker-question.server.ts";
import { BrokerRow } from "./broker-row.server.ts";
import { BrokerShape } from "./broker-shape.server.ts";
import { BrokerWorth } from "./broker-worth.server.ts";
import { BulkJob } from "./bulk-job.server.ts";
import { BulkJobItem } from "./bulk-job-item.server.ts";
import { Change } from "./change.server.ts";
import { Channel } from "./channel.server.ts";
import { ClaimClient } from "./claim-client.server.ts";
import { ClaimOrigin } from "./claim-origin.server.ts";
import { ClaimReversal } from "./claim-reversal.server.ts";
import { ClaimWorth } from "./claim-worth.server.ts";
import { ClickDeposit } from "./click-deposit.server.ts";
import { ClientFact } from "./client-fact.server.ts";
import { Commission } from "./commission.server.ts";
import { CommissionTier } from "./commission-tier.server.ts";
import { Connection } from "./connection.server.ts";
import { ContactMessage } from "./contact-message.server.ts";
import { Correction } from "./correction.server.ts";
import { DayCount } from "./day-count.server.ts";
import { DayMark } from "./day-mark.server.ts";
import { DecoyRegistration } from "./decoy-registration.server.ts";
import { Delivery } from "./delivery.server.ts";
import { DeliveryAttempt } from "./delivery-attempt.server.ts";
import { DomainEvent } from "./domain-event.server.ts";
import { EventConsumption } from "./event-consumption.server.ts";
import { Evidence } from "./evidence.server.ts";
import { ExchangeRate } from "./exchange-rate.server.ts";
import { FormSlug } from "./form-slug.server.ts";
import { Identity } from "./identity.server.ts";
import { Import } from "./import.server.ts";
import { ImportPart } from "./import-part.server.ts";
import { JobRun } from "./job-run.server.ts";
import { KnownAccount } from "./known-account.server.ts";
import { KnownDevice } from "./known-device.server.ts";
import { LaterClaim } from "./later-claim.server.ts";
import { LimitCount } from "./limit-count.server.ts";
import { LinkClick } from "./link-click.server.ts";
import { LinkHost } from "./link-host.server.ts";
import { ListExport } from "./list-export.server.ts";
import { ListExportPart } from "./list-export-part.server.ts";
import { Logo } from "./logo.server.ts";
import { Mail } from "./mail.server.ts";
import { MatchingKey } from "./matching-key.server.ts";
import { MatchingMark } from "./matching-mark.server.ts";
import { MonthTotal } from "./month-total.server.ts";
import { NamedLink } from "./named-link.server.ts";
import { NewsAnnouncement } from "./news-announcement.server.ts";
import { NewsFeed } from "./news-feed.server.ts";
import { NewsItem } from "./news-item.server.ts";
import { Notification } from "./notification.server.ts";
import { OptInForm } from "./opt-in-form.server.ts";
import { OptInFormPlatform } from "./opt-in-form-platform.server.ts";
import { OwnRate } from "./own-rate.server.ts";
import { PaidCommission } from "./paid-commission.server.ts";
import { PastConsentText } from "./past-consent-text.server.ts";
import { PendingConnection } from "./pending-connection.server.ts";
import { Platform } from "./platform.server.ts";
import { Postback } from "./postback.server.ts";
import { PostbackAddress } from "./postback-address.server.ts";
import { PostbackSight } from "./postback-sight.server.ts";
import { ProofEntry } from "./proof-entry.server.ts";
import { PushMark } from "./push-mark.server.ts";
import { PushSubscription } from "./push-subscription.server.ts";
import { RateSource } from "./rate-source.server.ts";
import { RecoveryCode } from "./recovery-code.server.ts";
import { RefusedPostback } from "./refused-postback.server.ts";
import { RememberedColumns } from "./remembered-columns.server.ts";
import { RememberedSpendColumns } from "./remembered-spend-columns.server.ts";
import { Replay } from "./replay.server.ts";
import { RuleDecision } from "./rule-decision.server.ts";
import { RunningStatement } from "./running-statement.server.ts";
import { SavedView } from "./saved-view.server.ts";
import { SearchProgress } from "./search-progress.server.ts";
import { SearchWord } from "./search-word.server.ts";
import { Session } from "./session.server.ts";
import { SpendAccount } from "./spend-account.server.ts";
import { SpendImport } from "./spend-import.server.ts";
import { SpendLimit } from "./spend-limit.server.ts";
import { SpendMark } from "./spend-mark.server.ts";
import { SpendReport } from "./spend-report.server.ts";
import { SpendRow } from "./spend-row.server.ts";
import { SpendWarning } from "./spend-warning.server.ts";
import { Statement } from "./statement.server.ts";
import { StatementErasure } from "./statement-erasure.server.ts";
import { StatementEvidence } from "./statement-evidence.server.ts";
import { StatementKey } from "./statement-key.server.ts";
import { StatementLine } from "./statement-line.server.ts";
import { StatementMatch } from "./statement-match.server.ts";
import { StatementReading } from "./statement-reading.server.ts";
import { Submission } from "./submission.server.ts";
import { SubscriptionGrant } from "./subscription-grant.server.ts";
import { SupportAccess } from "./support-access.server.ts";
import { TelegramBot } from "./telegram-bot.server.ts";
import { TelegramClaim } from "./telegram-claim.server.ts";
import { TelegramConversation } from "./telegram-conversation.server.ts";
import { TelegramDeskChat } from "./telegram-desk-chat.server.ts";
import { TelegramDeskClaim } from "./telegram-desk-claim.server.ts";
import { TelegramDeskCode } from "./telegram-desk-code.server.ts";
import { TelegramDeskMark } from "./telegram-desk-mark.server.ts";
import { TelegramDoor } from "./telegram-door.server.ts";
import { TelegramEntry } from "./telegram-entry.server.ts";
import { TelegramMessage } from "./telegram-message.server.ts";
import { TelegramStart } from "./telegram-start.server.ts";
import { TelegramUpdate } from "./telegram-update.server.ts";
import { UploadPart } from "./upload-part.server.ts";
import { UsedAuthorization } from "./used-authorization.server.ts";
import { User } from "./user.server.ts";
import { VerificationRule } from "./verification-rule.server.ts";
import { WeeklySummary } from "./weekly-summary.server.ts";
import { Workspace } from "./workspace.server.ts";
import { WorkspaceInvitation } from "./workspace-invitation.server.ts";
import { WorkspaceMember } from "./workspace-member.server.ts";
import { WorthMonth } from "./worth-month.server.ts";

User.hasMany(WorkspaceMember, { as: "memberships", foreignKey: "userId" });
WorkspaceMember.belongsTo(Workspace, { as: "workspace", foreignKey: "workspaceId" });
WorkspaceMember.belongsTo(User, { as: "user", foreignKey: "userId" });
WorkspaceInvitation.belongsTo(Workspace, { as: "workspace", foreignKey: "workspaceId" });
WorkspaceInvitation.belongsTo(User, { as: "invitedBy", foreignKey: "invitedByUserId" });
ApiKey.belongsTo(Workspace, { as: "workspace", foreignKey: "workspaceId" });
ApiKey.belongsTo(User, { as: "createdBy", foreignKey: "createdByUserId" });
SubscriptionGrant.belongsTo(Workspace, { as: "workspace", foreignKey: "workspaceId" });
SupportAccess.belongsTo(Workspace, { as: "workspace", foreignKey: "workspaceId" });
SupportAccess.belongsTo(User, { as: "user", foreignKey: "userId" });
Connection.belongsTo(Workspace, { as: "workspace", foreignKey: "workspaceId" });
Session.belongsTo(User, { as: "user", foreignKey: "userId" });
NewsAnnouncement.belongsTo(NewsItem, { as: "newsItem", foreignKey: "newsItemId" });
PushSubscription.belongsTo(Session, { as: "session", foreignKey: "sessionId" });
OptInForm.belongsTo(Workspace, { as: "workspace", foreignKey: "workspaceId" });
NamedLink.belongsTo(OptInForm, { as: "form", foreignKey: "formId" });
Submission.hasOne(Commission, { as: "commission", foreignKey: "submissionId" });
Submission.hasMany(Delivery, { as: "deliveries", foreignKey: "submissionId" });
Submission.hasMany(Correction, { as: "corrections", foreignKey: "submissionId" });
Correction.belongsTo(User, { as: "user", foreignKey: "userId" });
BulkJobItem.belongsTo(Submission, { as: "submission", foreignKey: "submissionId" });
Delivery.belongsTo(Submission, { as: "submission", foreignKey: "submissionId" });
Delivery.belongsTo(Connection, { as: "connection", foreignKey: "connectionId" });
EventConsumption.belongsTo(DomainEvent, { as: "event", foreignKey: "eventId" });
Delivery.hasMany(DeliveryAttempt, { as: "attempts", foreignKey: "deliveryId" });
DeliveryAttempt.belongsTo(Delivery, { as: "delivery", foreignKey: "deliveryId" });
Statement.belongsTo(Platform, { as: "platform", foreignKey: "platformId" });
Statement.belongsTo(User, { as: "uploadedBy", foreignKey: "userId" });
SpendImport.belongsTo(User, { as: "addedBy", foreignKey: "userId" });
Statement.belongsTo(User, { as: "completeBy", foreignKey: "completeByUserId" });
LaterClaim.belongsTo(Submission, { as: "submission", foreignKey: "submissionId" });

PushMark.belongsTo(Notification, { as: "notification", foreignKey: "notificationId" });

announceRows("rates", [{ model: RateSource, columns: ["day", "nextUpdateAt", "lastError"] }]);
announceRows("forms", [
  { model: OptInForm },
  { model: OptInFormPlatform },
  { model: Platform },
  { model: OwnRate },
  { model: NamedLink, columns: ["archivedAt"], areNewRowsTold: true },
  // Whether browsers are given the id of a visit.
  { model: BrokerLink, columns: [], areNewRowsTold: true },
  // Whether the form goes on in Telegram, and what Telegram's calls carry.
  { model: TelegramBot, columns: ["username", "state", "token", "secretHash"], areNewRowsTold: true },
  { model: Connection, columns: ["settings"], areNewRowsTold: true },
  { model: Workspace, columns: ["timeZone", "currency"] },
  { model: WorkspaceMember, columns: ["role"] },
  { model: User, columns: ["isActive"] },
]);
announceRows("links", [{ model: BrokerLink }, { model: LinkHost }]);
announceRows("access", [
  { model: Session, columns: ["endedAt", "workspaceId", "supportAccessId"] },
  { model: SupportAccess, columns: ["endedAt"] },
  { model: WorkspaceMember, columns: ["role"] },
  { model: User, columns: ["isActive", "role", "deleteRequestedAt"] },
]);
announceRows("postbacks", [{ model: PostbackAddress }]);
announceRows("unread", [{ model: Notification }]);

export {
  AccountToken,
  AdObject,
  AdPlatformPace,
  ApiKey,
  AuditEntry,
  Authenticator,
  BrokerClient,
  BrokerConnection,
  BrokerContract,
  BrokerLink,
  BrokerQuestion,
  BrokerRow,
  BrokerShape,
  BrokerWorth,
  BulkJob,
  BulkJobItem,
  Change,
  Channel,
  ClaimClient,
  ClaimOrigin,
  ClaimReversal,
  ClaimWorth,
  ClickDeposit,
  ClientFact,
  Commission,
  CommissionTier,
  Connection,
  ContactMessage,
  Correction,
  DayCount,
  DayMark,
  DecoyRegistration,
  Delivery,
  DeliveryAttempt,
  DomainEvent,
  EventConsumption,
  Evidence,
  ExchangeRate,
  FormSlug,
  Identity,
  Import,
  ImportPart,
  JobRun,
  KnownAccount,
  KnownDevice,
  LaterClaim,
  LimitCount,
  LinkClick,
  LinkHost,
  ListExport,
  ListExportPart,
  Logo,
  Mail,
  MatchingKey,
  MatchingMark,
  MonthTotal,
  NamedLink,
  NewsAnnouncement,
  NewsFeed,
  NewsItem,
  Notification,
  OptInForm,
  OptInFormPlatform,
  OwnRate,
  PaidCommission,
  PastConsentText,
  PendingConnection,
  Platform,
  Postback,
  PostbackAddress,
  PostbackSight,
  ProofEntry,
  PushMark,
  PushSubscription,
  RateSource,
  RecoveryCode,
  RefusedPostback,
  RememberedColumns,
  RememberedSpendColumns,
  Replay,
  RuleDecision,
  RunningStatement,
  SavedView,
  SearchProgress,
  SearchWord,
  Session,
  SpendAccount,
  SpendImport,
  SpendLimit,
  SpendMark,
  SpendReport,
  SpendRow,
  SpendWarning,
  Statement,
  StatementErasure,
  StatementEvidence,
  StatementKey,
  StatementLine,
  StatementMatch,
  StatementReading,
  Submission,
  SubscriptionGrant,
  SupportAccess,
  TelegramBot,
  TelegramClaim,
  TelegramConversation,
  TelegramDeskChat,
  TelegramDeskClaim,
  TelegramDeskCode,
  TelegramDeskMark,
  TelegramDoor,
  TelegramEntry,
  TelegramMessage,
  TelegramStart,
  TelegramUpdate,
  UploadPart,
  UsedAuthorization,
  User,
  VerificationRule,
  WeeklySummary,
  Workspace,
  WorkspaceInvitation,
  WorkspaceMember,
  WorthMonth,
};
