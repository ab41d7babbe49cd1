import { z } from "zod";
import {
  ATTEMPT_OUTCOMES,
  CONVERSION_ACTIONS,
  DELIVERY_STATES,
  EVENT_STATES,
  EVENT_STATUSES,
  SUBMISSION_STATUSES,
} from "#app/lib/domain.ts";
import { isId } from "#app/lib/ids.ts";
import { ID_MAX } from "#app/schemas/shared/limits.ts";
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
      .regex(/^\d{1,3}h$/, "Please provide hours, for example 24h")
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

export const SubmissionStatusInput = z.object({
  status: z.enum(SUBMISSION_STATUSES, "Please choose a valid status"),
  amount: emptyAsMissing(Amount),
  currency: emptyAsMissing(Currency),
});
export type SubmissionStatusInput = z.infer<typeof SubmissionStatusInput>;

export const SubmissionForm = z.discriminatedUnion("intent", [
  SubmissionStatusInput.extend({ intent: z.literal("decide"), submissionId: z.string().max(ID_MAX) }),
  z.object({ intent: z.literal("resend"), deliveryId: z.string().max(ID_MAX) }),
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
  /** Only when one submission is read. */
  commission: CommissionResponse.nullable().optional(),
  attribution: AttributionResponse,
  createdAt: Instant,
  handledAt: Instant.nullable(),
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
export const SubmissionStatusResponse = z.object({
  submission: SubmissionResponse,
  eventStatus: z.enum(EVENT_STATUSES).nullable(),
});
