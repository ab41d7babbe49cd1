import { z } from "zod";
import { AD_COOKIES, AD_IDS, byParameter } from "#app/lib/ad-platforms.ts";
import {
  ATTEMPT_OUTCOMES,
  CONVERSION_ACTIONS,
  DECISION_REASONS,
  SKIP_REASONS,
  SUBMISSION_STATUSES,
} from "#app/lib/domain.ts";
import { DELIVERY_PROGRESS, EVENT_STATES, EVENT_STATUSES } from "#app/lib/event-state.ts";
import { LANGUAGE_CODES } from "#app/lib/languages.ts";
import { mapValues } from "#app/lib/objects.ts";
import { ANSWERS } from "#app/lib/opt-in-answers.ts";
import { LACKS, WORTH_STATES } from "#app/lib/worth.ts";
import { MatchResponse } from "#app/schemas/match-quality.ts";
import { fields } from "#app/schemas/messages/fields.ts";
import { Amount, Currency, MoneyResponse } from "#app/schemas/shared/money.ts";
import { emptyAsMissing, PaginationResponse } from "#app/schemas/shared/query.ts";
import { isPlainTexts } from "#app/schemas/shared/text.ts";
import { EvidencePieceResponse } from "./evidence.ts";
import { TIER_TYPES } from "./tiers.ts";

const Instant = z.iso.datetime();

/** Why a claim is decided as it is. The reason and its text are kept with a rejection only. */
export const decisionReason = {
  reason: emptyAsMissing(z.enum(DECISION_REASONS, "Please choose a valid reason")),
  reasonText: emptyAsMissing(
    z.string().trim().max(500, "Please use at most 500 characters").refine(isPlainTexts, fields.plainText),
  ),
  showReason: z
    .boolean()
    .optional()
    .describe("Whether the visitor's own page says the reason; it does not unless this is true"),
  note: emptyAsMissing(z.string().trim().max(2000, "Please use at most 2,000 characters")).describe(
    "For the workspace only",
  ),
};

/** The reason "other" says nothing without its text. */
export const REASON_TEXT_MISSING = "Please say what the other reason is";
/** New for each schema: zod changes what it is given. */
export const reasonTextIssue = () => ({ path: ["reasonText"], message: REASON_TEXT_MISSING });
export const hasReasonText = ({ reason, reasonText }: { reason?: string; reasonText?: string }) =>
  reason !== "other" || Boolean(reasonText);

export const DecisionStatus = z.enum(SUBMISSION_STATUSES, "Please choose a valid status");

export const SubmissionStatusInput = z
  .object({
    status: DecisionStatus,
    amount: emptyAsMissing(Amount),
    currency: emptyAsMissing(Currency),
    chargedBack: z
      .boolean()
      .optional()
      .describe("Of a verified submission: the whole amount was taken back later"),
    correctionReason: emptyAsMissing(
      z.string().trim().max(500, "Please use at most 500 characters"),
    ).describe("Why a verified amount changes, for the workspace only"),
    ...decisionReason,
  })
  .refine(hasReasonText, reasonTextIssue());
export type SubmissionStatusInput = z.infer<typeof SubmissionStatusInput>;

/** A fact that is worth a look before a claim is decided. */
export type SubmissionHint =
  | { kind: "phone" | "reference" | "deviceId" | "ip"; value: string; count: number; hasMore: boolean }
  /** Other spellings of the same mailbox. */
  | { kind: "mailbox"; emails: string[]; hasMore: boolean }
  | { kind: "disposable"; domain: string }
  /** A placeholder of the ad's link that was not replaced, and how to mend it. */
  | { kind: "macro"; parameter: string; macro: string; advice: string }
  | { kind: "amount"; largest: string; currency: string };

export const AttemptResponse = z.object({
  number: z.number().int(),
  at: Instant,
  durationMs: z.number().int(),
  outcome: z.enum(ATTEMPT_OUTCOMES),
  httpStatus: z.number().int().nullable(),
  platformCode: z.string().nullable(),
  message: z.string().nullable(),
  remedy: z.string().nullable(),
  traceId: z.string().nullable(),
  /** The request with hashed identifiers, and the response. Only when one submission is read. */
  request: z.unknown().optional(),
  response: z.string().nullable().optional(),
});
export type AttemptResponse = z.infer<typeof AttemptResponse>;

export const DeliveryResponse = z.object({
  id: z.string(),
  platform: z.string(),
  platformName: z.string(),
  eventId: z.string(),
  state: z.enum(DELIVERY_PROGRESS),
  nextAttemptAt: Instant.nullable(),
  sendBefore: Instant,
  reason: z
    .string()
    .nullable()
    .describe(
      `Why it expired, as a sentence. Of a skipped one a code: ${SKIP_REASONS.join(", ")}; null if it was skipped before reasons were kept. Null in any other state`,
    ),
  attempts: z.array(AttemptResponse),
});
export type DeliveryResponse = z.infer<typeof DeliveryResponse>;

export const UtmResponse = z.object({
  source: z.string().nullable(),
  medium: z.string().nullable(),
  campaign: z.string().nullable(),
  term: z.string().nullable(),
  content: z.string().nullable(),
});

const adFields = {
  ...mapValues(AD_IDS, () => z.string().nullable()),
  link: z.string().nullable().describe("The name of the owner's link that led to the form"),
};

const FirstClickResponse = z.object({
  at: Instant,
  source: z.string().nullable(),
  referrer: z.string().nullable(),
  ...byParameter(() => z.string().nullable()),
  utm: UtmResponse,
  ...adFields,
});

export const AttributionResponse = z.object({
  channel: z.enum(["telegram"]).nullable().describe("Where the claim was made; null on the form"),
  telegram: z
    .object({ startedAt: Instant.nullable(), joinedAt: Instant.nullable(), link: z.string().nullable() })
    .nullable()
    .optional()
    .describe("The chat in which the claim was made or continued. Lists do not have it"),
  source: z.string().nullable(),
  pageUrl: z.string().nullable(),
  referrer: z.string().nullable(),
  ...byParameter(() => z.string().nullable()),
  clickSeenAt: Instant.nullable().describe(
    "When the click ids were first seen; of several clicks, the one of fbclid, or else the last",
  ),
  ...mapValues(AD_COOKIES, () => z.string().nullable()),
  utm: UtmResponse,
  medium: z.string().nullable().describe("As in utm"),
  content: z.string().nullable().describe("As in utm"),
  term: z.string().nullable().describe("As in utm"),
  ...adFields,
  first: FirstClickResponse.nullable().describe(
    "The visitor's first click that the browser still had. Null where the rest of the attribution is the first",
  ),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  consentText: z.string(),
  consentVersion: z.number().int(),
  consentAt: Instant,
});

/** The commission of a verified amount, calculated when it was verified. */
export const CommissionResponse = z.object({
  earned: MoneyResponse.nullable().describe(
    "Null where no tier held, or where no rate led to the tiers' currency. A fixed commission whose tier is certain needs none",
  ),
  tier: z
    .object({ name: z.string(), type: z.enum(TIER_TYPES), value: z.string(), currency: z.string() })
    .nullable(),
  monthTotal: MoneyResponse.nullable().describe("What chose the tier, this amount included"),
  rate: z.string().nullable().describe("How much of the tiers' currency one unit of the amount's was"),
  rateDate: z.iso
    .date()
    .nullable()
    .describe("The bank's day; null where both currencies are one, or where no rate of the bank is in it"),
  usesOwnRate: z.boolean().describe("Whether a rate of the owner is in it"),
  missingRate: z
    .object({ from: z.string(), to: z.string() })
    .nullable()
    .describe("The rate without which nothing was earned, see POST /api/exchange-rates"),
});
export type CommissionResponse = z.infer<typeof CommissionResponse>;

export const CorrectionResponse = z.object({
  from: MoneyResponse.nullable(),
  to: MoneyResponse,
  isChargeback: z.boolean(),
  reason: z.string().nullable(),
  by: z.object({ id: z.string(), name: z.string() }).nullable().describe("Null for an API key"),
  at: Instant,
});
export type CorrectionResponse = z.infer<typeof CorrectionResponse>;

const DecidedByResponse = z.object({
  kind: z.enum(["member", "key", "rule"]),
  id: z.string().nullable().describe("Null for an API key of before 30 November 2026"),
  name: z.string(),
  evidenceIds: z.array(z.string()).describe("The evidence that the decision rests on"),
});

export const EvidenceResponse = z.object({
  statementId: z.string().nullable().describe("Null once the statement is deleted"),
  fileName: z.string(),
  lines: z.array(z.number().int()).describe("Of the file; the first is 1"),
  decidedBy: z.object({ id: z.string(), name: z.string() }).nullable().describe("Null for an API key"),
  reasons: z.array(z.string()).describe("What the match rests on, as sentences"),
});
export type EvidenceResponse = z.infer<typeof EvidenceResponse>;

export const ReversalResponse = z.object({
  statementId: z.string().describe("Also once the statement is deleted"),
  fileName: z.string(),
  line: z.number().int(),
  at: Instant.nullable().describe("Null where the file has no time"),
});

const WorthResponse = z.object({
  state: z
    .enum(WORTH_STATES)
    .describe("By evidence. `unknown`: no contract says what is paid for the client's months"),
  amount: z.string().nullable().describe("While it is expected, what its qualification will pay"),
  currency: z.string().nullable(),
  lacks: z.array(
    z.object({
      what: z.enum(LACKS),
      amount: z.string().nullable().describe("Null where nobody knows how much"),
      until: z.string().nullable().describe("The last day; null without one"),
    }),
  ),
  evidenceIds: z.array(z.string()).describe("Of `evidences`, what says it"),
  qualifiedOn: z.string().nullable(),
  firstDepositOn: z.string().nullable(),
  deposits: z.number().int().describe("How many sources say; later ones are counted and never sent"),
  lots: z.string(),
  withdrawn: z.string().nullable().describe("In `currency`; null where a part is unknown"),
  paid: z.array(MoneyResponse).describe("What sources say that the broker paid"),
  lastActiveAt: Instant.nullable().describe("The last deposit or trade"),
  leftAt: Instant.nullable().describe("When the client left the partner, where a source says so"),
  lacksFrom: z.string().nullable().describe("The first month without figures that the contract needs"),
});

export const SubmissionResponse = z.object({
  _id: z.string(),
  formId: z.string().describe("As GET /api/forms returns it, until the form is deleted"),
  language: z.enum(LANGUAGE_CODES).nullable().describe("Of the form as the visitor saw it"),
  status: z.enum(SUBMISSION_STATUSES),
  eventStatus: z
    .enum(EVENT_STATUSES)
    .nullable()
    .describe(
      "About Meta: null without a delivery there, failed until it has accepted. Without Meta, sent once all have accepted",
    ),
  eventState: z
    .enum(EVENT_STATES)
    .nullable()
    .describe(
      "How far the event of a verified claim is: the first state in this order that any of its deliveries has, whichever the ad platform; none without one. Null before the claim is verified",
    ),
  action: z.enum(CONVERSION_ACTIONS),
  formData: z.object({
    email: z.string(),
    phone: z.string(),
    platform: z.object({ id: z.string(), name: z.string() }),
    deviceId: z.string().nullable(),
    facebookPixelId: z.string().nullable(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    ...mapValues(ANSWERS, () => z.string().nullable()),
  }),
  unlikelyAmount: z
    .boolean()
    .describe(
      "Whether the amount was above its broker's limit and confirmed when asked. Until it is verified no sum counts it, and it sorts last by amount",
    ),
  cameInRush: z
    .boolean()
    .describe(
      "Whether the form took more claims in that minute than its slowDown. Until it is verified no sum counts it, and no statement makes it certain",
    ),
  brokerSays: z
    .enum(["certain", "likely"])
    .nullable()
    .describe("What postbacks and brokers' APIs say of a claim that waits: it comes first in the list"),
  /** A later amount: stored and marked, never sent again. */
  correction: z.object({ amount: z.string(), currency: z.string(), at: Instant }).nullable(),
  corrections: z
    .array(CorrectionResponse)
    .optional()
    .describe("Every later amount, the oldest first. Only when one submission is read."),
  /** Only when one submission is read. */
  commission: CommissionResponse.nullable().optional(),
  /** Lists do not have it. */
  matchQuality: z.array(MatchResponse).optional(),
  attribution: AttributionResponse,
  createdAt: Instant,
  updatedAt: Instant.describe("When anything of it changed last, its deliveries too"),
  handledAt: Instant.nullable(),
  reason: z.enum(DECISION_REASONS).nullable().describe("Why it was rejected"),
  reasonText: z.string().nullable(),
  showReason: z.boolean().describe("Whether the visitor's own page says the reason"),
  note: z.string().nullable().describe("For the workspace only"),
  decidedBy: DecidedByResponse.nullable()
    .optional()
    .describe("Who decided it; null before a decision. Lists leave it out."),
  evidence: EvidenceResponse.nullable().describe("The statement that decided it; null if none did"),
  evidences: z
    .array(EvidencePieceResponse)
    .optional()
    .describe("All that brokers say of it, the newest first. Only when one submission is read."),
  worth: WorthResponse.nullable()
    .optional()
    .describe(
      "What its client is worth by the broker's contract; null before it is verified, and where an earlier claim of the client has it. Only when one submission is read.",
    ),
  reversals: z
    .array(ReversalResponse)
    .describe("Rows of statements that take back what it reports, as a chargeback does"),
  knownAccounts: z
    .array(z.object({ account: z.string(), fileName: z.string() }))
    .optional()
    .describe(
      "The person's account numbers at the broker, as statements have taught them. Lists leave it out",
    ),
  referenceChangedAt: Instant.nullable().describe("When the visitor added or corrected the account number"),
  withdrawnAt: Instant.nullable(),
  sharingEndedAt: Instant.nullable().describe(
    "When the visitor ended the sharing with ad platforms: the claim stays, and nothing more of it is sent",
  ),
  erasedAt: Instant.nullable().describe("When the person behind it was erased"),
  /** Null without a connected ad platform: nothing is sent, so nothing expires. */
  sendBefore: Instant.nullable(),
  deliveries: z.array(DeliveryResponse),
});
export type SubmissionResponse = z.infer<typeof SubmissionResponse>;

export const SubmissionsResponse = z.object({
  submissions: z.array(SubmissionResponse),
  pagination: PaginationResponse,
});
export const SubmissionsCsv = z
  .string()
  .describe(
    "UTF-8 without a byte order mark. One line per submission, every cell quoted; the head names the columns and the time zone. A cell that begins with =, +, -, @, their full-width forms, a tab or a line break has an apostrophe in front, but for + with 7 to 15 digits",
  );
export const SubmissionStatusResponse = z.object({
  submission: SubmissionResponse,
  eventStatus: z.enum(EVENT_STATUSES).nullable(),
});
