import type { BadgeState } from "#app/components/ui/status-badge.tsx";
import type { AttemptOutcome } from "#app/lib/domain.ts";
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

export const badgeOfOutcome = (outcome: AttemptOutcome): Badge => outcomes[outcome];
export const badgeOfDelivery = (state: DeliveryResponse["state"]): Badge => states[state];

export const OUTCOME_CHOICES = [
  { value: "fault", label: "Not accepted" },
  ...Object.entries(outcomes).map(([value, { children }]) => ({ value, label: children })),
];
