import { clockTime, formatDateTime } from "#app/lib/format-date.ts";
import { timeBetween, timeLeft } from "#app/lib/time-left.ts";
import type { DeliveryResponse, SubmissionResponse } from "#app/schemas/submissions.ts";

/** The time of the response and the owner's time zone. */
export type View = {
  now: string;
  timeZone: string;
  /** Who looks: their own decisions are named as such. */
  userId?: string;
};

export type SubmissionState = {
  mark:
    | "pending"
    | "handled"
    | "sent"
    | "retrying"
    | "failed"
    | "rejected"
    | "parked"
    | "skipped"
    | "expired";
  word: string;
  /** A reason below the badge, if there is one. */
  reason: string | null;
};

/** Of several deliveries the first state in this list is shown. */
const URGENCY = [
  "failed",
  "parked",
  "retrying",
  "expired",
  "sending",
  "queued",
  "confirming",
  "skipped",
  "sent",
] as const;

/** The delivery that decides a handled submission's badge, if any. */
function leadingDelivery(deliveries: DeliveryResponse[]): DeliveryResponse | undefined {
  for (const state of URGENCY) {
    const found = deliveries.find((delivery) => delivery.state === state);
    if (found) return found;
  }
  return undefined;
}

/** A submission's badge and its reason. */
export function describeState(submission: SubmissionResponse, view: View): SubmissionState {
  if (submission.withdrawnAt && submission.status !== "handled") {
    return { mark: "skipped", word: "Withdrawn", reason: "Consent withdrawn" };
  }
  if (submission.status === "rejected") return { mark: "rejected", word: "Rejected", reason: null };
  if (submission.status === "pending")
    return { mark: "pending", word: "Pending", reason: lateReason(submission, view) };
  const delivery = leadingDelivery(submission.deliveries);
  return delivery
    ? deliveryState(delivery, submission, view)
    : { mark: "handled", word: "Verified", reason: null };
}

function lateReason({ sendBefore }: SubmissionResponse, { now }: View): string | null {
  return sendBefore !== null && sendBefore <= now ? "Too late to send" : null;
}

function deliveryState(
  delivery: DeliveryResponse,
  submission: SubmissionResponse,
  view: View,
): SubmissionState {
  const last = delivery.attempts.at(-1);
  // The first sentence of our remedy says what is wrong.
  const reason = last?.remedy?.split(/(?<=\.) /)[0] ?? last?.message ?? null;
  switch (delivery.state) {
    case "failed":
      return { mark: "failed", word: last?.outcome === "permanent" ? "Refused" : "Failed", reason };
    case "parked":
      return { mark: "parked", word: "Parked", reason: `${delivery.platformName} is refused` };
    case "retrying":
      return { mark: "retrying", word: retryWord(delivery, view), reason };
    case "confirming":
      return { mark: "retrying", word: "Confirming", reason: delivery.platformName };
    case "expired":
      return { mark: "expired", word: "Expired", reason: `Too late for ${delivery.platformName}` };
    case "sending":
    case "queued":
      return { mark: "retrying", word: "Sending", reason: delivery.platformName };
    case "skipped":
      return {
        mark: "skipped",
        word: "Skipped",
        reason: skipReason(submission),
      };
    case "sent":
      return {
        mark: "sent",
        word: "Accepted",
        reason: submission.deliveries
          .filter(({ state }) => state === "sent")
          .map(({ platformName }) => platformName)
          .join(", "),
      };
  }
}

function skipReason(submission: SubmissionResponse): string | null {
  if (submission.withdrawnAt) return "Consent withdrawn";
  return lacksAmount(submission) ? "No amount" : null;
}

/** Whether no amount was verified, so that the form's settings may skip the event. */
export function lacksAmount({ status, formData }: SubmissionResponse): boolean {
  return status === "handled" && formData.amount === null;
}

function retryWord({ nextAttemptAt }: DeliveryResponse, { timeZone }: View): string {
  return nextAttemptAt ? `Retries ${clockTime({ at: nextAttemptAt, timeZone })}` : "Retries soon";
}

export type SubmissionTime = { sendBefore: string } | { past: string };

/** The time column: the time left while something can still be sent, otherwise the outcome. */
export function describeTime(submission: SubmissionResponse): SubmissionTime {
  if (submission.status === "pending" && !submission.withdrawnAt && submission.sendBefore) {
    return { sendBefore: submission.sendBefore };
  }
  const delivery = submission.status === "handled" ? leadingDelivery(submission.deliveries) : undefined;
  if (!delivery || delivery.state === "skipped" || delivery.state === "confirming") return { past: "–" };
  if (delivery.state === "sent") {
    const accepted = delivery.attempts.find(({ outcome }) => outcome === "accepted");
    const at = accepted?.at ?? submission.handledAt ?? submission.createdAt;
    return { past: `accepted in ${timeBetween(new Date(submission.createdAt), new Date(at))}` };
  }
  if (delivery.state === "expired") {
    const decidedAt = new Date(submission.handledAt ?? delivery.sendBefore);
    const late = timeLeft(new Date(delivery.sendBefore), decidedAt);
    return { past: late.tone === "past" ? late.text : "too late" };
  }
  return { sendBefore: delivery.sendBefore };
}

/** The exact time for the tooltip of "11 h". */
export function exactSendBefore(sendBefore: string, { now, timeZone }: View): string {
  return `Send before ${formatDateTime({ at: sendBefore, timeZone, now })}`;
}
