import type { z } from "zod";
import { ProofFile, ProofRecord } from "#app/lib/proof/proof-file.ts";
import { ExportResponse, MessageResponse, SignInResponse, UserResponse } from "#app/schemas/accounts.ts";
import { AdminStatisticsResponse, AdminUserResponse } from "#app/schemas/admin.ts";
import {
  AnalyticsRangeResponse,
  AnalyticsResponse,
  AnalyticsRowResponse,
  AnalyticsTotalsResponse,
} from "#app/schemas/analytics.ts";
import { ApiKeyResponse } from "#app/schemas/api-keys.ts";
import { BrokerConnectionResponse } from "#app/schemas/broker-connections.ts";
import { BrokerLinkResponse, LinkHostResponse } from "#app/schemas/broker-links.ts";
import { AdPlatformPlan, BulkJobResponse, BulkPlan, BulkResult } from "#app/schemas/bulk.ts";
import {
  AssetResponse,
  ConnectionResponse,
  IntegrationResponse,
  TestEventResponse,
} from "#app/schemas/connections.ts";
import { ContractMonthResponse, ContractResponse } from "#app/schemas/contracts.ts";
import { LoggedDeliveryResponse } from "#app/schemas/deliveries.ts";
import { ApiErrorResponse, FieldErrorResponse } from "#app/schemas/errors.ts";
import { EvidencePieceResponse, EvidenceReasonResponse } from "#app/schemas/evidence.ts";
import { OwnRateResponse, RatesResponse } from "#app/schemas/exchange-rates.ts";
import { FormResponse, FormSettingsResponse } from "#app/schemas/form-settings.ts";
import { LinkResponse } from "#app/schemas/links.ts";
import { MatchResponse } from "#app/schemas/match-quality.ts";
import { NewsItemResponse } from "#app/schemas/news.ts";
import { NotificationResponse } from "#app/schemas/notification-list.ts";
import { NotificationChannels, NotificationPreferences } from "#app/schemas/notifications.ts";
import { OptInResponse, PublicFormResponse } from "#app/schemas/opt-in.ts";
import { AccountNumberResponse, PlatformResponse, PublicPlatformResponse } from "#app/schemas/platforms.ts";
import { PostbackResponse, PostbackSettingsResponse } from "#app/schemas/postbacks.ts";
import { AddressResponse } from "#app/schemas/profile.ts";
import { ReplayPreviewResponse, ReplayResponse } from "#app/schemas/replays.ts";
import { RuleResponse } from "#app/schemas/rules.ts";
import { SessionResponse } from "#app/schemas/sessions.ts";
import { FormLookResponse } from "#app/schemas/shared/form-look.ts";
import { MoneyResponse } from "#app/schemas/shared/money.ts";
import { PaginationResponse } from "#app/schemas/shared/query.ts";
import {
  SpendImportResponse,
  SpendResponse,
  SpendRowResponse,
  SpendTotalsResponse,
} from "#app/schemas/spend.ts";
import { CampaignResponse } from "#app/schemas/spend-campaigns.ts";
import {
  StatementClaimResponse,
  StatementCommissionResponse,
  StatementGroupResponse,
  StatementMatchResponse,
  StatementPlan,
  StatementResponse,
  StatementRowResponse,
} from "#app/schemas/statements.ts";
import {
  ByEvidenceResponse,
  ByStatementResponse,
  FiguresResponse,
  StatisticsResponse,
  TruthResponse,
} from "#app/schemas/statistics.ts";
import {
  AttemptResponse,
  AttributionResponse,
  CommissionResponse,
  CorrectionResponse,
  DeliveryResponse,
  EvidenceResponse,
  ReversalResponse,
  SubmissionResponse,
  UtmResponse,
} from "#app/schemas/submissions.ts";
import { InvitationResponse, MemberResponse, WorkspaceResponse } from "#app/schemas/team.ts";
import { TelegramBotResponse } from "#app/schemas/telegram.ts";
import { DoorResponse } from "#app/schemas/telegram-doors.ts";
import { TierResponse } from "#app/schemas/tiers.ts";
import { SecondFactorRequired, TwoFactorResponse } from "#app/schemas/two-factor.ts";

/** The schemas that the document names once: a generated client has a type for each. */
export const NOUNS: Record<string, z.ZodType> = {
  AccountExport: ExportResponse,
  AccountNumber: AccountNumberResponse,
  AdPlatformPlan,
  Address: AddressResponse,
  AdminUser: AdminUserResponse,
  Analytics: AnalyticsResponse,
  AnalyticsRange: AnalyticsRangeResponse,
  AnalyticsRow: AnalyticsRowResponse,
  AnalyticsTotals: AnalyticsTotalsResponse,
  Campaign: CampaignResponse,
  ApiKey: ApiKeyResponse,
  Asset: AssetResponse,
  Attempt: AttemptResponse,
  Attribution: AttributionResponse,
  Utm: UtmResponse,
  BrokerLink: BrokerLinkResponse,
  BulkJob: BulkJobResponse,
  BulkPlan,
  BulkResult,
  ByStatement: ByStatementResponse,
  Commission: CommissionResponse,
  CommissionTier: TierResponse,
  Contract: ContractResponse,
  ContractMonth: ContractMonthResponse,
  Connection: ConnectionResponse,
  Correction: CorrectionResponse,
  Delivery: DeliveryResponse,
  Error: ApiErrorResponse,
  EvidencePiece: EvidencePieceResponse,
  ExchangeRates: RatesResponse,
  FieldError: FieldErrorResponse,
  EventCounts: FiguresResponse.shape.events,
  Figures: FiguresResponse,
  EarlierConsent: FormSettingsResponse.shape.earlierConsents.element,
  Form: FormResponse,
  FormLanguages: FormSettingsResponse.shape.languages,
  FormLook: FormLookResponse,
  FormPlatform: PublicFormResponse.shape.platforms.element,
  FormSettings: FormSettingsResponse,
  FormTexts: FormSettingsResponse.shape.texts.valueType,
  MissingTexts: FormSettingsResponse.shape.missingTexts.element,
  Integration: IntegrationResponse,
  Invitation: InvitationResponse,
  Link: LinkResponse,
  LinkHost: LinkHostResponse,
  LoggedDelivery: LoggedDeliveryResponse,
  MatchEstimate: MatchResponse,
  Member: MemberResponse,
  Message: MessageResponse,
  Money: MoneyResponse,
  NewsItem: NewsItemResponse,
  Notification: NotificationResponse,
  NotificationChannels,
  NotificationPreferences,
  OwnRate: OwnRateResponse,
  Pagination: PaginationResponse,
  Platform: PlatformResponse,
  Preferences: UserResponse.shape.preferences,
  Proof: ProofFile,
  ProofRecord,
  PublicForm: PublicFormResponse,
  BrokerConnection: BrokerConnectionResponse,
  Postback: PostbackResponse,
  PostbackSettings: PostbackSettingsResponse,
  ByEvidence: ByEvidenceResponse,
  Rule: RuleResponse,
  PublicPlatform: PublicPlatformResponse,
  RecordedSubmission: OptInResponse,
  Replay: ReplayResponse,
  ReplayPreview: ReplayPreviewResponse,
  Reversal: ReversalResponse,
  SecondStepRequired: SecondFactorRequired,
  Session: SessionResponse,
  SignIn: SignInResponse,
  Spend: SpendResponse,
  SpendImport: SpendImportResponse,
  SpendRow: SpendRowResponse,
  SpendTotals: SpendTotalsResponse,
  Statement: StatementResponse,
  StatementClaim: StatementClaimResponse,
  StatementCommission: StatementCommissionResponse,
  StatementEvidence: EvidenceResponse,
  StatementGroup: StatementGroupResponse,
  StatementMatch: StatementMatchResponse,
  StatementPlan,
  EvidenceReason: EvidenceReasonResponse,
  StatementRow: StatementRowResponse,
  Statistics: StatisticsResponse,
  Submission: SubmissionResponse,
  Subscription: UserResponse.shape.subscription,
  TelegramBot: TelegramBotResponse,
  TelegramDoor: DoorResponse,
  TestEvent: TestEventResponse,
  TruthRate: TruthResponse,
  TwoStepSignIn: TwoFactorResponse,
  User: UserResponse,
  UserStatistics: AdminStatisticsResponse,
  Workspace: WorkspaceResponse,
};
