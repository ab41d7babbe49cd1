import { clockTime, formatDateTime } from "#app/lib/format-date.ts";
import { timeBetween, timeLeft } from "#app/lib/time-left.ts";
import type { DeliveryResponse, SubmissionResponse } from "#app/schemas/submissions.ts";

/** From where a submission is looked at: the moment of the answer and the owner's zone. */
export type View = { now: string; timeZone: string };

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
  /** One reason below the mark, where there is one to give. */
  reason: string | null;
};

/** What of several deliveries is shown first: the one that needs the owner most. */
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

/** The delivery that says how a handled submission stands, if any ad platform was connected. */
export function leadingDelivery(deliveries: DeliveryResponse[]): DeliveryResponse | undefined {
  for (const state of URGENCY) {
    const found = deliveries.find((delivery) => delivery.state === state);
    if (found) return found;
  }
  return undefined;
}

/** A submission's one mark, and the reason for it. */
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
    : { mark: "handled", word: "Handled", reason: null };
}

function lateReason({ sendBefore }: SubmissionResponse, { now }: View): string | null {
  return sendBefore !== null && sendBefore <= now ? "Too late to send" : null;
}

function deliveryState(
  delivery: DeliveryResponse,
  submission: SubmissionResponse,
  view: View,
): SubmissionState {
  const said = delivery.attempts.at(-1)?.message ?? null;
  switch (delivery.state) {
    case "failed":
      return { mark: "failed", word: "Failed", reason: said };
    case "parked":
      return { mark: "parked", word: "Parked", reason: `${delivery.platformName} is refused` };
    case "retrying":
      return { mark: "retrying", word: retryWord(delivery, view), reason: said };
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
        reason: submission.withdrawnAt ? "Consent withdrawn" : null,
      };
    case "sent":
      return {
        mark: "sent",
        word: "Sent",
        reason: submission.deliveries
          .filter(({ state }) => state === "sent")
          .map(({ platformName }) => platformName)
          .join(", "),
      };
  }
}

function retryWord({ nextAttemptAt }: DeliveryResponse, { timeZone }: View): string {
  return nextAttemptAt ? `Retries ${clockTime({ at: nextAttemptAt, timeZone })}` : "Retries soon";
}

export type SubmissionTime = { sendBefore: string } | { past: string };

/** What stands in the column of times: the time left while something can still be sent, else how it ended. */
export function describeTime(submission: SubmissionResponse): SubmissionTime {
  if (submission.status === "pending" && !submission.withdrawnAt && submission.sendBefore) {
    return { sendBefore: submission.sendBefore };
  }
  const delivery = submission.status === "handled" ? leadingDelivery(submission.deliveries) : undefined;
  if (!delivery || delivery.state === "skipped" || delivery.state === "confirming") return { past: "–" };
  if (delivery.state === "sent") {
    const accepted = delivery.attempts.find(({ outcome }) => outcome === "accepted");
    const at = accepted?.at ?? submission.handledAt ?? submission.createdAt;
    return { past: `sent in ${timeBetween(new Date(submission.createdAt), new Date(at))}` };
  }
  if (delivery.state === "expired") {
    const decidedAt = new Date(submission.handledAt ?? delivery.sendBefore);
    const late = timeLeft(new Date(delivery.sendBefore), decidedAt);
    return { past: late.tone === "past" ? late.text : "too late" };
  }
  return { sendBefore: delivery.sendBefore };
}

/** The exact moment, for those who want more than "11 h". */
export function exactSendBefore(sendBefore: string, { now, timeZone }: View): string {
  return `Send before ${formatDateTime({ at: sendBefore, timeZone, now })}`;
}
