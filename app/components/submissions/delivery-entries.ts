import type { Drawing } from "#app/components/ui/icon.tsx";
import {
  ArrowClockwiseIcon,
  ClockIcon,
  PauseIcon,
  ProhibitIcon,
  SealCheckIcon,
  WarningIcon,
} from "#app/components/ui/icons.ts";
import type { TimelineDotKind } from "#app/components/ui/timeline.tsx";
import { formatDateTime } from "#app/lib/format-date.ts";
import { countTries } from "#app/lib/tries.ts";
import type { AttemptResponse, DeliveryResponse, SubmissionResponse } from "#app/schemas/submissions.ts";
import { lacksAmount, type View } from "./submission-state.ts";
import { closingTime, exactTime, type TimelineEntry } from "./timeline-entry.ts";

/** The attempts of all deliveries, in the order of their times. */
export function attemptEntries({ deliveries }: SubmissionResponse, view: View): TimelineEntry[] {
  return deliveries
    .flatMap((delivery) => {
      const tries = countTries(delivery.attempts);
      return delivery.attempts.map((attempt) => ({
        delivery,
        attempt,
        tryNumber: tries.get(attempt.number) ?? null,
      }));
    })
    .sort((a, b) => a.attempt.at.localeCompare(b.attempt.at))
    .map((made) => attemptEntry(made, view));
}

/** What is still to come for each delivery, or why nothing is. */
export function nextEntries(submission: SubmissionResponse, view: View): TimelineEntry[] {
  return submission.deliveries.flatMap((delivery) => nextEntry(delivery, submission, view));
}

const attemptTitles: Record<AttemptResponse["outcome"], (platform: string) => string> = {
  accepted: (platform) => `${platform} accepted it`,
  submitted: (platform) => `${platform} received it and reports the result later`,
  transient: (platform) => `${platform} could not take it`,
  ambiguous: (platform) => `${platform} did not respond`,
  parked: (platform) => `${platform} refused the connection`,
  permanent: (platform) => `${platform} refused it`,
};

/** `tryNumber` is null where an attempt asked for the result. */
type MadeAttempt = { delivery: DeliveryResponse; attempt: AttemptResponse; tryNumber: number | null };

function attemptEntry({ delivery, attempt, tryNumber }: MadeAttempt, view: View): TimelineEntry {
  const isAccepted = attempt.outcome === "accepted";
  const isSubmitted = attempt.outcome === "submitted";
  const isConfirmed = isAccepted && tryNumber === null;
  const willRepeat = attempt.outcome === "transient" || attempt.outcome === "ambiguous";
  // With a code the message is the platform's, otherwise it is ours.
  const isQuoted = attempt.platformCode !== null;
  const message = isAccepted ? null : attempt.message;
  const details = [
    exactTime(attempt.at, view),
    tryNumber !== null && tryNumber > 1 ? `try ${tryNumber}, same event ID` : null,
    isQuoted ? null : message,
  ];
  const codes = [
    isQuoted ? message : null,
    attempt.platformCode && !isAccepted ? `code ${attempt.platformCode}` : null,
    attempt.traceId ? `trace ${attempt.traceId}` : null,
  ];
  return {
    key: `${delivery.id} ${attempt.number}`,
    kind: isAccepted ? "accepted" : isSubmitted ? "todo" : "fault",
    icon: isAccepted
      ? SealCheckIcon
      : isSubmitted
        ? ClockIcon
        : willRepeat
          ? ArrowClockwiseIcon
          : WarningIcon,
    title: isConfirmed
      ? `${delivery.platformName} confirmed it`
      : attemptTitles[attempt.outcome](delivery.platformName),
    detail: details.filter(Boolean).join(", "),
    remedy: attempt.remedy,
    code: codes.filter((code) => code !== null),
  };
}

function nextEntry(
  delivery: DeliveryResponse,
  submission: SubmissionResponse,
  { now, timeZone }: View,
): TimelineEntry[] {
  const name = delivery.platformName;
  const until = formatDateTime({ at: delivery.sendBefore, timeZone, now });
  const entry = (
    kind: TimelineDotKind,
    icon: Drawing,
    title: string,
    detail: string | null,
  ): TimelineEntry[] => [{ key: `${delivery.id} next`, kind, icon, title, detail, code: [] }];
  switch (delivery.state) {
    case "queued":
    case "sending":
      return entry("todo", ClockIcon, `Goes to ${name} now`, null);
    case "confirming":
      return entry("todo", ClockIcon, `${name} has not reported the result yet`, null);
    case "retrying": {
      const at = delivery.nextAttemptAt
        ? ` at ${formatDateTime({ at: delivery.nextAttemptAt, timeZone, now })}`
        : " soon";
      return entry("todo", ClockIcon, `Tries ${name} again${at}`, `by itself, until ${until}`);
    }
    case "parked": {
      const isSubmitted = delivery.attempts.some(({ outcome }) => outcome === "submitted");
      const detail = isSubmitted
        ? "its result is asked for after reconnecting"
        : `goes out after reconnecting, until ${until}`;
      return entry("todo", PauseIcon, `${name} is parked`, detail);
    }
    case "expired":
      return entry(
        "plain",
        ClockIcon,
        `Too late for ${name}`,
        `the time limit passed ${closingTime(delivery.sendBefore, timeZone, now)}`,
      ).map((expired) => ({ ...expired, remedy: delivery.reason }));
    case "skipped":
      return entry("plain", ProhibitIcon, `Not sent to ${name}`, skipDetail(submission, delivery));
    case "sent":
    case "failed":
      return [];
  }
}

function skipDetail(submission: SubmissionResponse, { reason, platformName }: DeliveryResponse): string {
  if (!submission.withdrawnAt && reason === "not_shared")
    return "the visitor ended the sharing with ad platforms";
  if (!submission.withdrawnAt && reason === "consent")
    return `the consent that the visitor gave does not allow ${platformName}`;
  if (!submission.withdrawnAt && reason === "switched_off")
    return "the form's settings sent nothing there when it was verified";
  return !submission.withdrawnAt && lacksAmount(submission)
    ? "no amount was verified, and the form's settings send nothing without one"
    : "and never will be";
}
