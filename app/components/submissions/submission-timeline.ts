import type { Drawing } from "#app/components/ui/icon.tsx";
import {
  ArrowClockwiseIcon,
  CheckIcon,
  ClockIcon,
  PauseIcon,
  ProhibitIcon,
  SealCheckIcon,
  UserIcon,
  WarningIcon,
  XIcon,
} from "#app/components/ui/icons.ts";
import type { TimelineDotKind } from "#app/components/ui/timeline.tsx";
import { clockTimeToTheSecond, day, formatDateTime } from "#app/lib/format-date.ts";
import type { ConnectedAdPlatform } from "#app/schemas/ad-platforms.ts";
import type { AttemptResponse, DeliveryResponse, SubmissionResponse } from "#app/schemas/submissions.ts";
import type { View } from "./submission-state.ts";

export type TimelineEntry = {
  key: string;
  kind: TimelineDotKind;
  icon: Drawing;
  title: string;
  detail: string | null;
  /** What to do about it. */
  remedy?: string | null;
  /** The platform's own words or its trace id, quoted below ours. */
  code: string[];
};

/** What has happened to a submission, in its order, and what is still to come. Only what is known. */
export function buildTimeline(
  submission: SubmissionResponse,
  view: View,
  connectedPlatforms: ConnectedAdPlatform[] = [],
): TimelineEntry[] {
  const deliveries = submission.deliveries;
  return [
    claimed(submission, view),
    ...decision(submission, view),
    ...attemptsOf(deliveries).map(([delivery, attempt]) => tried(delivery, attempt, view)),
    ...withdrawal(submission, view),
    ...deliveries.flatMap((delivery) => toCome(delivery, view)),
    ...window(submission, view, connectedPlatforms),
  ];
}

/** "November 20, 08:15:02" */
function exactly(at: string, { now, timeZone }: View): string {
  return `${day({ at, timeZone, now })}, ${clockTimeToTheSecond({ at, timeZone })}`;
}

function claimed({ action, createdAt }: SubmissionResponse, view: View): TimelineEntry {
  const title = `Confirmed the ${action}, with consent`;
  return {
    key: "claimed",
    kind: "claimed",
    icon: UserIcon,
    title,
    detail: exactly(createdAt, view),
    code: [],
  };
}

function decision({ status, handledAt }: SubmissionResponse, view: View): TimelineEntry[] {
  const detail = handledAt ? exactly(handledAt, view) : null;
  if (status === "handled") {
    return [
      { key: "decided", kind: "verified", icon: CheckIcon, title: "You marked it handled", detail, code: [] },
    ];
  }
  if (status === "rejected") {
    return [{ key: "decided", kind: "plain", icon: XIcon, title: "You rejected it", detail, code: [] }];
  }
  return [];
}

function attemptsOf(deliveries: DeliveryResponse[]): [DeliveryResponse, AttemptResponse][] {
  return deliveries
    .flatMap((delivery) =>
      delivery.attempts.map((attempt): [DeliveryResponse, AttemptResponse] => [delivery, attempt]),
    )
    .sort(([, one], [, other]) => one.at.localeCompare(other.at));
}

const attemptTitles: Record<AttemptResponse["outcome"], (platform: string) => string> = {
  accepted: (platform) => `${platform} accepted it`,
  submitted: (platform) => `${platform} received it and reports the result later`,
  transient: (platform) => `${platform} could not take it`,
  ambiguous: (platform) => `${platform} did not answer`,
  parked: (platform) => `${platform} refused the connection`,
  permanent: (platform) => `${platform} refused it`,
};

function tried(delivery: DeliveryResponse, attempt: AttemptResponse, view: View): TimelineEntry {
  const isAccepted = attempt.outcome === "accepted";
  const isSubmitted = attempt.outcome === "submitted";
  const isRepeat = attempt.number > 1;
  const willRepeat = attempt.outcome === "transient" || attempt.outcome === "ambiguous";
  // A refusal with a code has the platform's own words; without one nothing came back, and the words are ours.
  const isQuoted = attempt.platformCode !== null;
  const said = isAccepted ? null : attempt.message;
  const details = [
    exactly(attempt.at, view),
    isRepeat ? `try ${attempt.number}, same event id` : null,
    isQuoted ? null : said,
  ];
  const codes = [
    isQuoted ? said : null,
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
    title: attemptTitles[attempt.outcome](delivery.platformName),
    detail: details.filter(Boolean).join(", "),
    remedy: attempt.remedy,
    code: codes.filter((code) => code !== null),
  };
}

function withdrawal({ withdrawnAt }: SubmissionResponse, view: View): TimelineEntry[] {
  if (!withdrawnAt) return [];
  const detail = exactly(withdrawnAt, view);
  return [
    { key: "withdrawn", kind: "plain", icon: ProhibitIcon, title: "Consent withdrawn", detail, code: [] },
  ];
}

function toCome(delivery: DeliveryResponse, { now, timeZone }: View): TimelineEntry[] {
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
        `the window closed ${closedAt(delivery.sendBefore, timeZone, now)}`,
      );
    case "skipped":
      return entry("plain", ProhibitIcon, `Not sent to ${name}`, "and never will be");
    case "sent":
    case "failed":
      return [];
  }
}

function closedAt(at: string, timeZone: string, now: string): string {
  const text = formatDateTime({ at, timeZone, now });
  return text.includes(" at ") ? `on ${text}` : `today at ${text}`;
}

function window(
  { status, sendBefore, withdrawnAt }: SubmissionResponse,
  { now, timeZone }: View,
  connectedPlatforms: ConnectedAdPlatform[],
): TimelineEntry[] {
  if (status !== "pending" || sendBefore === null || withdrawnAt) return [];
  const closes = sendBefore > now ? "closes" : "closed";
  const [shortest] = [...connectedPlatforms].sort((a, b) => a.windowMs - b.windowMs);
  return [
    {
      key: "window",
      kind: "todo",
      icon: ClockIcon,
      title: `Window ${closes} ${closedAt(sendBefore, timeZone, now)}`,
      detail: shortest ? `${shortest.windowText}, less one hour of safety` : null,
      code: [],
    },
  ];
}
