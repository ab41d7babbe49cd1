import type { BadgeState } from "#app/components/ui/status-badge.tsx";
import { type DeliveryProgress, isUnderWay, sortByUrgency } from "#app/lib/event-state.ts";
import { clockTime, formatDateTime } from "#app/lib/format-date.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { mapValues } from "#app/lib/objects.ts";
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
  mark: BadgeState;
  word: string;
  /** A reason below the badge, if there is one. */
  reason: string | null;
};

/** A submission's badge and its reason. */
export function describeState(submission: SubmissionResponse, view: View): SubmissionState {
  if (submission.withdrawnAt && submission.status !== "handled") {
    return { mark: "skipped", word: "Withdrawn", reason: "Consent withdrawn" };
  }
  if (submission.status === "rejected") return { mark: "rejected", word: "Rejected", reason: null };
  if (submission.status === "pending")
    return { mark: "pending", word: "Pending", reason: lateReason(submission, view) };
  const [delivery] = sortByUrgency(submission.deliveries);
  if (!delivery) return { mark: "handled", word: "Verified", reason: null };
  const isAlone = submission.deliveries.length === 1;
  const { mark, word } = getWording(delivery);
  const alone = delivery.state === "retrying" ? retryWord(delivery, view) : word;
  return {
    mark,
    word: isAlone ? alone : describeAll(submission.deliveries),
    reason: findReason(delivery, submission, isAlone),
  };
}

/** `word` is of a claim with one ad platform; with more, `phrase` precedes their names. */
type Wording = { mark: BadgeState; word: string; phrase: string };

const wordings: Record<DeliveryProgress, Wording> = {
  failed: { mark: "failed", word: "Failed", phrase: "failed at" },
  expired: { mark: "expired", word: "Expired", phrase: "too late for" },
  parked: { mark: "parked", word: "Parked", phrase: "parked at" },
  retrying: { mark: "retrying", word: "Retrying", phrase: "retrying at" },
  confirming: { mark: "retrying", word: "Confirming", phrase: "confirming at" },
  sending: { mark: "retrying", word: "Sending", phrase: "sending to" },
  queued: { mark: "retrying", word: "Queued", phrase: "queued for" },
  sent: { mark: "sent", word: "Accepted", phrase: "accepted by" },
  skipped: { mark: "skipped", word: "Skipped", phrase: "skipped at" },
};
/** What the filters call the states: the badge's own words. */
export const eventStateWords = mapValues(wordings, ({ word }) => word);
const refused: Wording = { mark: "failed", word: "Refused", phrase: "refused by" };

const getWording = ({ state, attempts }: DeliveryResponse): Wording =>
  state === "failed" && attempts.at(-1)?.outcome === "permanent" ? refused : wordings[state];

/** "Refused by TikTok, accepted by Meta": the most urgent first. */
function describeAll(deliveries: DeliveryResponse[]): string {
  const alike = groupBy(sortByUrgency(deliveries), (delivery) => getWording(delivery).phrase);
  const listed = (some: DeliveryResponse[]) =>
    some.length > 2 && some.length === deliveries.length
      ? `all ${some.length}`
      : new Intl.ListFormat("en-US").format(some.map(({ platformName }) => platformName));
  const text = [...alike].map(([phrase, some]) => `${phrase} ${listed(some)}`).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The badge already names several ad platforms. */
function findReason(
  { state, platformName, attempts, reason }: DeliveryResponse,
  submission: SubmissionResponse,
  isAlone: boolean,
): string | null {
  const last = attempts.at(-1);
  switch (state) {
    case "failed":
    case "retrying":
      // The first sentence of our remedy says what is wrong.
      return last?.remedy?.split(/(?<=\.) /)[0] ?? last?.message ?? null;
    case "parked":
      return `${platformName} is refused`;
    case "skipped":
      return skipReason(submission, reason);
    case "expired":
      return isAlone ? `Too late for ${platformName}` : null;
    default:
      return isAlone ? platformName : null;
  }
}

function lateReason({ sendBefore }: SubmissionResponse, { now }: View): string | null {
  return sendBefore !== null && sendBefore <= now ? "Too late to send" : null;
}

function skipReason(submission: SubmissionResponse, reason: string | null): string | null {
  if (submission.withdrawnAt) return "Consent withdrawn";
  if (reason === "not_shared") return "Sharing ended";
  if (reason === "consent") return "Not allowed by the consent";
  if (reason === "switched_off") return "Switched off for the form";
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
  const deliveries = submission.status === "handled" ? sortByUrgency(submission.deliveries) : [];
  const [sendBefore] = (submission.sharingEndedAt ? [] : deliveries)
    .filter(canBeSent)
    .map((delivery) => delivery.sendBefore)
    .sort();
  if (sendBefore) return { sendBefore };
  const [delivery] = deliveries;
  if (delivery?.state === "sent") {
    const accepted = delivery.attempts.find(({ outcome }) => outcome === "accepted");
    const at = accepted?.at ?? submission.handledAt ?? submission.createdAt;
    return { past: `accepted in ${timeBetween(new Date(submission.createdAt), new Date(at))}` };
  }
  if (delivery?.state === "expired") {
    const decidedAt = new Date(submission.handledAt ?? delivery.sendBefore);
    const late = timeLeft(new Date(delivery.sendBefore), decidedAt);
    return { past: late.tone === "past" ? late.text : "too late" };
  }
  return { past: "–" };
}

/** Sent again by itself or, after a failure, by its owner. */
const canBeSent = ({ state }: DeliveryResponse) =>
  state === "failed" || (isUnderWay(state) && state !== "confirming");

/** The exact time for the tooltip of "11 h". */
export function exactSendBefore(sendBefore: string, { now, timeZone }: View): string {
  return `Send before ${formatDateTime({ at: sendBefore, timeZone, now })}`;
}
