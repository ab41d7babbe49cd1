import {
  CheckIcon,
  ClockIcon,
  CoinsIcon,
  ProhibitIcon,
  UserIcon,
  WarningIcon,
  XIcon,
} from "#app/components/ui/icons.ts";
import type { ConnectedAdPlatform } from "#app/schemas/ad-platforms.ts";
import type { SubmissionResponse } from "#app/schemas/submissions.ts";
import { describeCorrection } from "./correction-history.tsx";
import { attemptEntries, nextEntries } from "./delivery-entries.ts";
import { listSources } from "./evidence-details.tsx";
import { describeEvidence } from "./statement-details.tsx";
import type { View } from "./submission-state.ts";
import { closingTime, exactTime, type TimelineEntry } from "./timeline-entry.ts";

/** What has happened to a submission, in order, then what is still to come. */
export function buildTimeline(
  submission: SubmissionResponse,
  view: View,
  connectedPlatforms: ConnectedAdPlatform[] = [],
): TimelineEntry[] {
  return [
    claimed(submission, view),
    ...answer(submission, view),
    ...decision(submission, view),
    ...attemptEntries(submission, view),
    ...corrections(submission, view),
    ...reversals(submission, view),
    ...endOfSharing(submission, view),
    ...withdrawal(submission, view),
    ...nextEntries(submission, view),
    ...window(submission, view, connectedPlatforms),
  ];
}

function claimed({ action, createdAt }: SubmissionResponse, view: View): TimelineEntry {
  const title = `Confirmed the ${action}, with consent`;
  return {
    key: "claimed",
    kind: "claimed",
    icon: UserIcon,
    title,
    detail: exactTime(createdAt, view),
    code: [],
  };
}

function answer({ referenceChangedAt }: SubmissionResponse, view: View): TimelineEntry[] {
  if (!referenceChangedAt) return [];
  const title = "The visitor changed the account number";
  const detail = exactTime(referenceChangedAt, view);
  return [{ key: "answered", kind: "plain", icon: UserIcon, title, detail, code: [] }];
}

function decision(submission: SubmissionResponse, view: View): TimelineEntry[] {
  const { status, handledAt, evidence, evidences = [] } = submission;
  const detail = handledAt ? exactTime(handledAt, view) : null;
  const by = decider(submission, view);
  if (status === "handled") {
    const from = evidence
      ? describeEvidence(evidence)
      : listSources(
          evidences.filter(({ decides }) => decides),
          view,
        );
    const title = from
      ? `Verified${byName(by)} from ${from}`
      : by
        ? `${by === RULE ? "The rule" : by} marked it verified`
        : "Marked verified";
    return [{ key: "decided", kind: "verified", icon: CheckIcon, title, detail, code: [] }];
  }
  if (status === "rejected") {
    const title = evidence
      ? `Rejected${byName(by)} by ${describeEvidence(evidence)}`
      : by
        ? `${by} rejected it`
        : "Rejected";
    return [{ key: "decided", kind: "plain", icon: XIcon, title, detail, code: [] }];
  }
  return [];
}

const byName = (by: string | null) => (by === null ? "" : ` by ${by === "You" ? "you" : by}`);

function corrections({ corrections = [] }: SubmissionResponse, view: View): TimelineEntry[] {
  return corrections.map((correction) => ({
    key: `corrected ${correction.at}`,
    kind: "plain",
    icon: CoinsIcon,
    title: correction.isChargeback ? "Charged back" : "Amount corrected",
    detail: `${describeCorrection(correction)}, ${exactTime(correction.at, view)}`,
    code: correction.reason ? [correction.reason] : [],
  }));
}

/** By a row of a file, and by what the broker called back or answered. */
function reversals({ reversals, evidences = [] }: SubmissionResponse, view: View): TimelineEntry[] {
  const entry = (key: string, from: string, at: string | null): TimelineEntry => ({
    key: `taken back ${key}`,
    kind: "fault",
    icon: WarningIcon,
    title: `The broker took it back: ${from}`,
    detail: at && exactTime(at, view),
    code: [],
  });
  const called = evidences.filter(({ kind, source }) => kind === "reversal" && source !== "statement");
  return [
    ...reversals.map(({ statementId, fileName, line, at }) =>
      entry(`${statementId} ${line}`, `${fileName}, line ${line}`, at),
    ),
    ...called.map((one) => entry(one.id, listSources([one], view), one.at)),
  ];
}

/** Null for an API key. */
const RULE = "the rule";

function decider({ decidedBy }: SubmissionResponse, { userId }: View): string | null {
  if (decidedBy === undefined || (decidedBy && decidedBy.id === userId)) return "You";
  return decidedBy?.kind === "rule" ? RULE : (decidedBy?.name ?? null);
}

function endOfSharing({ sharingEndedAt }: SubmissionResponse, view: View): TimelineEntry[] {
  if (!sharingEndedAt) return [];
  const title = "Sharing with ad platforms ended by the visitor";
  const detail = exactTime(sharingEndedAt, view);
  return [{ key: "sharing ended", kind: "plain", icon: ProhibitIcon, title, detail, code: [] }];
}

function withdrawal({ withdrawnAt }: SubmissionResponse, view: View): TimelineEntry[] {
  if (!withdrawnAt) return [];
  const detail = exactTime(withdrawnAt, view);
  return [
    { key: "withdrawn", kind: "plain", icon: ProhibitIcon, title: "Consent withdrawn", detail, code: [] },
  ];
}

function window(
  { status, createdAt, sendBefore, withdrawnAt }: SubmissionResponse,
  { now, timeZone }: View,
  connectedPlatforms: ConnectedAdPlatform[],
): TimelineEntry[] {
  if (status !== "pending" || sendBefore === null || withdrawnAt) return [];
  const can = sendBefore > now ? "Can" : "Could";
  // A shorter one may be switched off for the form, or not allowed by the consent.
  const leftMs = Date.parse(sendBefore) - Date.parse(createdAt);
  const [shortest] = connectedPlatforms
    .filter(({ windowMs }) => windowMs > leftMs)
    .sort((a, b) => a.windowMs - b.windowMs);
  return [
    {
      key: "window",
      kind: "todo",
      icon: ClockIcon,
      title: `${can} be sent until ${closingTime(sendBefore, timeZone, now)}`,
      detail: shortest ? `${shortest.windowText}; we stop an hour earlier` : null,
      code: [],
    },
  ];
}
