import type { BadgeState } from "#app/components/ui/status-badge.tsx";
import type { AttemptOutcome, SkipReason } from "#app/lib/domain.ts";
import type { DeliveryResponse } from "#app/schemas/submissions.ts";

type Badge = { state: BadgeState; children: string };

const outcomes: Record<AttemptOutcome, Badge> = {
  accepted: { state: "sent", children: "Accepted" },
  submitted: { state: "retrying", children: "Received" },
  transient: { state: "retrying", children: "Try again" },
  ambiguous: { state: "retrying", children: "No response" },
  parked: { state: "failed", children: "Connection refused" },
  permanent: { state: "failed", children: "Refused" },
};

const states: Record<DeliveryResponse["state"], Badge> = {
  queued: { state: "retrying", children: "Queued" },
  sending: { state: "retrying", children: "Sending" },
  confirming: { state: "retrying", children: "Confirming" },
  retrying: { state: "retrying", children: "Retrying" },
  parked: { state: "parked", children: "Parked" },
  sent: { state: "sent", children: "Accepted" },
  failed: { state: "failed", children: "Failed" },
  expired: { state: "expired", children: "Expired" },
  skipped: { state: "skipped", children: "Skipped" },
};

/** Why an event is skipped, by its code. */
export const skipTexts: Record<string, string> = {
  consent: "The consent that the visitor gave does not allow the ad platform.",
  switched_off: "The form's settings sent nothing there when the claim was verified.",
  no_amount: "No amount was verified, and the form's settings send nothing without one.",
  undone: "The decision was undone before it was sent.",
  withdrawn: "The visitor withdrew the consent.",
  not_shared: "The visitor ended the sharing with ad platforms.",
  erased: "The person was erased.",
} satisfies Record<SkipReason, string>;

export const badgeOfOutcome = (outcome: AttemptOutcome): Badge => outcomes[outcome];
export const badgeOfDelivery = (state: DeliveryResponse["state"]): Badge => states[state];

export const OUTCOME_CHOICES = [
  { value: "fault", label: "Not accepted" },
  ...Object.entries(outcomes).map(([value, { children }]) => ({ value, label: children })),
];
