import { z } from "zod";
import { ATTEMPT_OUTCOMES, type AttemptOutcome } from "#app/lib/domain.ts";
import { DELIVERY_STATES } from "#app/lib/event-state.ts";
import { FilterId } from "#app/schemas/shared/params.ts";
import {
  changeFields,
  dateRange,
  emptyAsMissing,
  hasOnePlace,
  onePlaceIssue,
  PaginationResponse,
  paging,
} from "#app/schemas/shared/query.ts";
import { DeliveryResponse } from "#app/schemas/submissions.ts";

/** The filters of the log. */
const filters = {
  platform: emptyAsMissing(FilterId).describe("An ad platform's id, such as meta"),
  ...dateRange,
  search: emptyAsMissing(z.string().trim().max(200)).describe(
    "The id of a submission, a delivery or an event, or a trace id",
  ),
};

export const DeliveriesQuery = z.object({
  ...paging,
  ...filters,
  state: emptyAsMissing(z.enum(DELIVERY_STATES, "Please choose a valid state")).describe(
    "The stored state: a delivery that is being sent is queued or retrying",
  ),
});
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>;

/** The query of the call. */
export const DeliveryListQuery = DeliveriesQuery.extend(changeFields).refine(hasOnePlace, onePlaceIssue());

/** Everything that did not end with an accepted event. */
export const FAULT_OUTCOMES = ["transient", "ambiguous", "parked", "permanent"] as const;

/** The page lists attempts, or what waits in a state. */
export const AttemptsQuery = DeliveriesQuery.extend({
  outcome: emptyAsMissing(z.enum([...ATTEMPT_OUTCOMES, "fault"], "Please choose a valid result")),
  state: emptyAsMissing(z.enum(["waiting", "parked"], "Please choose a valid state")),
});
export type AttemptsQuery = z.infer<typeof AttemptsQuery>;

export const LoggedDeliveryResponse = DeliveryResponse.extend({
  submissionId: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().describe("When its state changed or an attempt ended last"),
});
export type LoggedDeliveryResponse = z.infer<typeof LoggedDeliveryResponse>;

/** A line of the log: one attempt. */
export type LogLine = {
  id: string;
  /** Null where the platform was asked for its result. */
  number: number | null;
  at: string;
  outcome: AttemptOutcome;
  platformCode: string | null;
  message: string | null;
  remedy: string | null;
  traceId: string | null;
  deliveryId: string;
  platformName: string;
  email: string;
  formId: string;
  /** The newest attempt of an event that failed and is still in time. */
  canResend: boolean;
};

/** A line of what waits. */
export type WaitingLine = Pick<
  LoggedDeliveryResponse,
  "id" | "state" | "nextAttemptAt" | "sendBefore" | "platformName"
> & { email: string; formId: string; remedy: string | null };

export const DeliveriesResponse = z.object({
  deliveries: z.array(LoggedDeliveryResponse),
  pagination: PaginationResponse,
});

export const ResendForm = z.discriminatedUnion("intent", [z.object({ intent: z.literal("resend") })]);
