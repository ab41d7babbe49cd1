import { z } from "zod";
import {
  ATTEMPT_OUTCOMES,
  CONVERSION_ACTIONS,
  DECISION_REASONS,
  DELIVERY_STATES,
  EVENT_STATES,
  EVENT_STATUSES,
  LIST_COLUMNS,
  SUBMISSION_STATUSES,
} from "#app/lib/domain.ts";
import { isId } from "#app/lib/ids.ts";
import { MatchResponse } from "#app/schemas/match-quality.ts";
import { ID_MAX, PAGE_MAX, PAGE_SIZE_MAX } from "#app/schemas/shared/limits.ts";
import { Amount, Currency, MoneyResponse } from "#app/schemas/shared/money.ts";
import { dateRange, emptyAsMissing, PaginationResponse, paging } from "#app/schemas/shared/query.ts";
import { TIER_TYPES } from "./tiers.ts";

const SUBMISSION_SORTS = ["-createdAt", "createdAt", "sendBefore", "amount", "-amount"] as const;

const Instant = z.iso.datetime();

/** The list's filters. Empty counts as missing, because a GET form sends all its fields. */
export const SubmissionsQuery = z.object({
  ...paging,
  status: emptyAsMissing(z.enum(SUBMISSION_STATUSES, "Please choose a valid status")),
  eventStatus: emptyAsMissing(z.enum(EVENT_STATUSES, "Please choose a valid event status")),
  // An invalid id matches nothing, like an unknown one.
  platform: emptyAsMissing(z.string().transform((text) => (isId(text) ? text : "none"))),
  event: emptyAsMissing(
    z.enum(["sent", "confirmed", ...EVENT_STATES], "Please choose a valid event state"),
  ).describe(
    "How far the event of a verified claim is; sent is all that an ad platform has got, confirmed what it has reported back, none without one",
  ),
  adPlatform: emptyAsMissing(z.string().max(12)).describe(
    "With event: how far the event is at this ad platform, such as meta",
  ),
  source: emptyAsMissing(z.string().max(200)).describe("(none) for claims without a source"),
  campaign: emptyAsMissing(z.string().max(200)).describe(
    "(none) for claims without a campaign, (other) for those beyond a day's first 1,000",
  ),
  country: emptyAsMissing(z.string().max(6)).describe("The phone number's, ES; (none) without one"),
  hour: emptyAsMissing(z.coerce.number().int().min(0).max(23)).describe(
    "Of the day, in the owner's time zone",
  ),
  ...dateRange,
  expiresWithin: emptyAsMissing(
    z
      .string()
      .regex(/^[1-9]\d{0,2}h$/, "Please provide hours, for example 24h")
      .transform((text) => Number.parseInt(text, 10)),
  ),
  search: emptyAsMissing(z.string().trim().max(200)),
  sort: emptyAsMissing(z.enum(SUBMISSION_SORTS, "Please choose a valid order"))
    .default("-createdAt")
    .describe(
      "Ascending, with - descending. Amounts are compared in the account's currency at today's rates; those without an amount or a rate come last.",
    ),
});
export type SubmissionsQuery = z.infer<typeof SubmissionsQuery>;

/** What a list keeps, without its days, order and pages. */
export type SubmissionFilters = Omit<SubmissionsQuery, "page" | "limit" | "sort" | "from" | "to">;

const Format = z.enum(["csv", "xlsx"], "Please choose CSV or XLSX");

export const ExportQuery = SubmissionsQuery.extend({ format: emptyAsMissing(Format).default("csv") });

/** Why a claim is decided as it is. The reason and its text are kept with a rejection only. */
export const decisionReason = {
  reason: emptyAsMissing(z.enum(DECISION_REASONS, "Please choose a valid reason")),
  reasonText: emptyAsMissing(z.string().trim().max(500, "Please use at most 500 characters")),
  showReason: z
    .boolean()
    .optional()
    .describe("Whether the visitor's own page says the reason; it does not unless this is true"),
  note: emptyAsMissing(z.string().trim().max(2000, "Please use at most 2,000 characters")).describe(
    "For the workspace only",
  ),
};

const Status = z.enum(SUBMISSION_STATUSES, "Please choose a valid status");

const Decision = z.object({
  status: Status,
  amount: emptyAsMissing(Amount),
  currency: emptyAsMissing(Currency),
  chargedBack: z
    .boolean()
    .optional()
    .describe("Of a verified submission: the whole amount was taken back later"),
  correctionReason: emptyAsMissing(z.string().trim().max(500, "Please use at most 500 characters")).describe(
    "Why a verified amount changes, for the workspace only",
  ),
  ...decisionReason,
});
export const SubmissionStatusInput = Decision;
export type SubmissionStatusInput = z.infer<typeof SubmissionStatusInput>;

/** A fact that is worth a look before a claim is decided. */
export type SubmissionHint =
  | { kind: "phone" | "reference" | "deviceId" | "ip"; value: string; count: number; hasMore: boolean }
  | { kind: "disposable"; domain: string }
  | { kind: "amount"; largest: string; currency: string };

const FormId = z.string().max(ID_MAX);
const selection = { ids: z.array(FormId).max(PAGE_SIZE_MAX).default([]), all: z.boolean().default(false) };

/** How a user reviews claims. */
export const ReviewPreferences = z.object({
  opensNext: z.boolean().describe("After a decision the next claim opens"),
  hasKeys: z.boolean().describe("Single keys work on the list"),
  columns: z.array(z.enum(LIST_COLUMNS)).describe("The columns of a wide list besides those always shown"),
});
export type ReviewPreferences = z.infer<typeof ReviewPreferences>;

export const SubmissionForm = z.discriminatedUnion("intent", [
  z.object({
    ...Decision.shape,
    intent: z.literal("decide"),
    submissionId: FormId,
    // Where the sheet goes on, and where its claim stood on the page.
    nextId: FormId.optional(),
    nextPage: z.coerce.number().int().min(1).max(PAGE_MAX).optional(),
    at: z.coerce.number().int().min(0).max(PAGE_SIZE_MAX).optional(),
    // What the sheet showed when the button was pressed.
    from: Status.optional(),
  }),
  z.object({
    intent: z.literal("resend"),
    deliveryId: FormId,
    submissionId: FormId.optional(),
    amount: emptyAsMissing(Amount),
    currency: emptyAsMissing(Currency),
  }),
  // What would happen to the selected claims; `all` are those that the list's filters match.
  z.object({ intent: z.literal("bulk-plan"), ...selection, status: Status }),
  z.object({
    intent: z.literal("bulk"),
    ...selection,
    until: z.iso.datetime().optional(),
    status: Status,
    ...decisionReason,
  }),
  // Exactly this list, with the filters of the address.
  z.object({ intent: z.literal("export"), format: Format }),
  z.object({ intent: z.literal("delete-export"), exportId: FormId }),
  z.object({ intent: z.literal("undo-bulk"), jobId: FormId }),
  z.object({ intent: z.literal("dismiss-job"), jobId: FormId }),
  z.object({
    intent: z.literal("save-view"),
    name: z
      .string("Please name the view")
      .trim()
      .min(1, "Please name the view")
      .max(60, "Please use at most 60 characters"),
    isShared: z.boolean().default(false),
  }),
  z.object({ intent: z.literal("delete-view"), viewId: FormId }),
  z.object({
    intent: z.literal("review-preferences"),
    opensNext: z.boolean().default(false),
    hasKeys: z.boolean().default(false),
    columns: z.array(z.enum(LIST_COLUMNS)).default([]),
  }),
]);

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
  state: z.enum([...DELIVERY_STATES, "sending"]),
  nextAttemptAt: Instant.nullable(),
  sendBefore: Instant,
  reason: z.string().nullable().describe("Why it expired; null in any other state"),
  attempts: z.array(AttemptResponse),
});
export type DeliveryResponse = z.infer<typeof DeliveryResponse>;

const AttributionResponse = z.object({
  source: z.string().nullable(),
  pageUrl: z.string().nullable(),
  referrer: z.string().nullable(),
  fbclid: z.string().nullable(),
  ttclid: z.string().nullable(),
  ScCid: z.string().nullable(),
  gclid: z.string().nullable(),
  gbraid: z.string().nullable(),
  wbraid: z.string().nullable(),
  clickSeenAt: Instant.nullable(),
  fbc: z.string().nullable(),
  fbp: z.string().nullable(),
  ttp: z.string().nullable(),
  scid: z.string().nullable(),
  utm: z.object({
    source: z.string().nullable(),
    medium: z.string().nullable(),
    campaign: z.string().nullable(),
    term: z.string().nullable(),
    content: z.string().nullable(),
  }),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  consentText: z.string(),
  consentAt: Instant,
});

/** The commission of a verified amount, calculated when it was verified. */
export const CommissionResponse = z.object({
  earned: MoneyResponse.nullable().describe(
    "Null where no tier held, or where no rate led to the tiers' currency",
  ),
  tier: z
    .object({ name: z.string(), type: z.enum(TIER_TYPES), value: z.string(), currency: z.string() })
    .nullable(),
  monthTotal: MoneyResponse.nullable().describe("What chose the tier, this amount included"),
  rate: z.string().nullable().describe("How much of the tiers' currency one unit of the amount's was"),
  rateDate: z.iso.date().nullable().describe("Null where both currencies are one"),
});
export type CommissionResponse = z.infer<typeof CommissionResponse>;

const CorrectionResponse = z.object({
  from: MoneyResponse.nullable(),
  to: MoneyResponse,
  isChargeback: z.boolean(),
  reason: z.string().nullable(),
  by: z.object({ id: z.string(), name: z.string() }).nullable().describe("Null for an API key"),
  at: Instant,
});
export type CorrectionResponse = z.infer<typeof CorrectionResponse>;

export const SubmissionResponse = z.object({
  _id: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  eventStatus: z.enum(EVENT_STATUSES).nullable(),
  action: z.enum(CONVERSION_ACTIONS),
  formData: z.object({
    email: z.string(),
    phone: z.string(),
    platform: z.object({ id: z.string(), name: z.string() }),
    deviceId: z.string().nullable(),
    facebookPixelId: z.string().nullable(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    reference: z.string().nullable(),
  }),
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
  handledAt: Instant.nullable(),
  reason: z.enum(DECISION_REASONS).nullable().describe("Why it was rejected"),
  reasonText: z.string().nullable(),
  showReason: z.boolean().describe("Whether the visitor's own page says the reason"),
  note: z.string().nullable().describe("For the workspace only"),
  /** Only when one submission is read. Null before a decision, and for one by an API key. */
  decidedBy: z.object({ id: z.string(), name: z.string() }).nullable().optional(),
  withdrawnAt: Instant.nullable(),
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
export const SubmissionsCsv = z.string().describe("One line per submission; the head names the time zone");
export const SubmissionStatusResponse = z.object({
  submission: SubmissionResponse,
  eventStatus: z.enum(EVENT_STATUSES).nullable(),
});
