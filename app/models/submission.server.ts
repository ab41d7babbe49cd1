import type { NonAttribute } from "sequelize";
import {
  boolean,
  booleanOrNull,
  id,
  integer,
  integerOrNull,
  sortableMoneyOrNull,
  string,
  stringOrNull,
  table,
  timestamp,
  timestampOrNull,
  withDefault,
} from "#app/database/columns.server.ts";
import { AD_COOKIES, AD_IDS, CLICK_IDS } from "#app/lib/ad-platforms.ts";
import type { ConversionAction, DecisionReason, SubmissionStatus } from "#app/lib/domain.ts";
import type { CountedEventState, EventStatus } from "#app/lib/event-state.ts";
import type { Language } from "#app/lib/languages.ts";
import { mapValues } from "#app/lib/objects.ts";
import { ANSWERS } from "#app/lib/opt-in-answers.ts";
import type { SubmissionColumn } from "#app/lib/submission-columns.ts";
import type { ClaimReversal } from "./claim-reversal.server.ts";
import type { ClaimWorth } from "./claim-worth.server.ts";
import type { Commission } from "./commission.server.ts";
import type { Correction } from "./correction.server.ts";
import type { Delivery } from "./delivery.server.ts";
import type { Evidence } from "./evidence.server.ts";
import type { TelegramClaim } from "./telegram-claim.server.ts";

const columns = {
  id: id(),
  workspaceId: string(),
  formId: string(),
  platformId: string(),
  /** The platform's name then: it outlives a renamed or archived platform. */
  platformName: string(),
  action: string<ConversionAction>(),
  email: string(),
  emailKey: string(),
  uniqueEmail: stringOrNull(),
  phone: string(),
  ...mapValues(ANSWERS, () => stringOrNull()),
  country: stringOrNull(),
  amount: stringOrNull(),
  currency: stringOrNull(),
  /** Whether the amount was above the broker's limit, and its sender confirmed it. */
  unlikelyAmount: withDefault(boolean(), false),
  /** Whether its form took more claims in that minute than its owner expects. */
  cameInRush: withDefault(boolean(), false),
  verifiedAmount: stringOrNull(),
  verifiedCurrency: stringOrNull(),
  correctedAmount: stringOrNull(),
  correctedCurrency: stringOrNull(),
  correctedAt: timestampOrNull(),
  decisionReason: stringOrNull<DecisionReason>(),
  /** In the owner's words, with the reason `other`. */
  decisionReasonText: stringOrNull(),
  /** Whether the visitor's own page says the reason. */
  showsReason: booleanOrNull(),
  /** For the workspace only. */
  decisionNote: stringOrNull(),
  /** The member who decided it. */
  decidedByUserId: stringOrNull(),
  /** The API key that did; null for those before it was stored. */
  decidedByKeyId: stringOrNull(),
  /** The rule that did. */
  decidedByRuleId: stringOrNull(),
  /** One of `AMOUNT_RANK`. */
  amountRank: integer(),
  /** In the workspace's currency; without a rate in its own. */
  comparableAmount: sortableMoneyOrNull(),
  status: string<SubmissionStatus>(),
  eventStatus: stringOrNull<EventStatus>(),
  /** Its deliveries as the totals count them, `google:open meta:sent`; null unless it is verified. */
  deliveryStates: stringOrNull(),
  /** How far its event is, as the totals count it; null unless it is verified. */
  eventState: stringOrNull<CountedEventState>(),
  version: integer(),
  submissionKey: string(),
  bodyHash: string(),
  createdAt: timestamp(),
  /** When anything of it that is shown changed, but for its deliveries, which have their own. */
  updatedAt: withDefault(timestamp(), () => new Date()),
  /** The owner's day of `createdAt`, as the totals count it. */
  day: string(),
  /** The owner's hour of `createdAt`; null until an old row was counted by hours. */
  hour: integerOrNull(),
  handledAt: timestampOrNull(),
  /** When the whole verified amount was taken back; null again once it is corrected to another one. */
  chargedBackAt: timestampOrNull(),
  /** Whether a broker's statement verified it; null for any other decision. */
  confirmedByStatement: booleanOrNull(),
  /** The sources of the evidence that verified it, sorted, with blanks between; null without any. */
  restsOn: stringOrNull(),
  /** The surest group of what its broker calls back and answers of it; null where that says nothing for it. */
  brokerSays: stringOrNull<"certain" | "likely">(),
  /** The account number as it was typed, where that had characters that nobody sees. The proof has it. */
  typedReference: stringOrNull(),
  /** When the visitor changed the account number on the private page. */
  referenceChangedAt: timestampOrNull(),
  withdrawnAt: timestampOrNull(),
  /** When the visitor ended the sharing with ad platforms; the claim stays. */
  sharingEndedAt: timestampOrNull(),
  /** When its person was erased: what remains says what happened, not to whom. */
  erasedAt: timestampOrNull(),
  sendBefore: timestampOrNull(),
  /** How many hours before that the members were warned. */
  warnedHours: integerOrNull(),
  consentText: string(),
  /** The version that the visitor saw: it decides which ad platforms get an event. */
  consentVersion: withDefault(integer(), 1),
  consentAt: timestamp(),
  /** The language of the form as the visitor saw it; null where nobody said it. */
  language: stringOrNull<Language>(),
  /** Where it was made; null on the form. */
  channel: stringOrNull<"telegram">(),
  /** The source that it is counted under: `utmSource` or the referrer's site, in its one form. */
  source: stringOrNull(),
  /** The campaign that it is counted under: `utmCampaign` in its one form, or `(other)` on a day with too many. */
  campaign: stringOrNull(),
  pageUrl: stringOrNull(),
  referrer: stringOrNull(),
  ...mapValues(CLICK_IDS, () => stringOrNull()),
  clickSeenAt: timestampOrNull(),
  ...mapValues(AD_COOKIES, () => stringOrNull()),
  utmSource: stringOrNull(),
  utmMedium: stringOrNull(),
  utmCampaign: stringOrNull(),
  utmTerm: stringOrNull(),
  utmContent: stringOrNull(),
  ...mapValues(AD_IDS, () => stringOrNull()),
  /** The name of the owner's link that led to it, and the id that it is counted under. */
  link: stringOrNull(),
  linkId: stringOrNull(),
  /** JSON: the first click, where a later one led to the claim. */
  firstClick: stringOrNull(),
  /**
   * The browser's visit, whose clicks on broker links are the claim's; null where the workspace has no such
   * link.
   */
  visitId: stringOrNull(),
  ip: stringOrNull(),
  userAgent: stringOrNull(),
  deviceId: stringOrNull(),
  deviceFingerprint: stringOrNull(),
  facebookPixelId: stringOrNull(),
} satisfies Record<SubmissionColumn, unknown>;

/** What a visitor confirmed. Unique are (formId, uniqueEmail) and (formId, submissionKey). */
export class Submission extends table("submissions", columns, {
  // Each update moves `updatedAt`, unless it is silent.
  timestamps: true,
  createdAt: false,
}) {
  declare corrections?: NonAttribute<Correction[]>;
  /** The clicks of its visit on broker links. */
  declare linkClicks?: NonAttribute<{ id: string; at: string; link: string; arrival: unknown }[]>;
  /** The chat that it was made or continued in. */
  /** Of its client, with the evidence of the claim that says it. */
  declare worth?: NonAttribute<{ worth: ClaimWorth; evidenceIds: string[] } | null>;
  declare telegram?: NonAttribute<Pick<
    TelegramClaim,
    "telegramUserId" | "startedAt" | "joinedAt" | "link"
  > | null>;
  declare knownAccounts?: NonAttribute<{ account: string; fileName: string }[]>;
  declare decidedBy?: NonAttribute<{
    kind: "member" | "key" | "rule";
    id: string | null;
    name: string;
  } | null>;
  declare commission?: NonAttribute<Commission | null>;
  declare deliveries?: NonAttribute<Delivery[]>;
  /** Which statement decided it, and the rows that take it back. */
  /** All that brokers say of it. */
  declare evidences?: NonAttribute<Evidence[]>;
  declare statementFacts?: NonAttribute<{
    evidence: (Pick<Evidence, "statementId" | "lines" | "reasons"> & { fileName: string }) | null;
    reversals: Pick<ClaimReversal, "statementId" | "fileName" | "line" | "at">[];
  }>;
}
