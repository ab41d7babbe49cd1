import type { SubmissionStatus } from "#app/lib/domain.ts";
import type { EvidenceGroup } from "#app/lib/evidence.ts";
import { getKeys } from "#app/lib/objects.ts";
import type { ConnectionFault } from "#app/services/ad-platforms/ad-platform.ts";

type DeliveryPayload = { submissionId: string; adPlatform: string };
/** `by` is the member's id, null for a program with an API key; `tab` names the tab of the page it was made on. */
type ActorPayload = { by?: string | null; isByRule?: boolean; tab?: string; isInJob?: boolean };
type NoPayload = Record<string, never>;

/** The payload of each type of domain event, without personal data. `subjectId` is the id of its noun. */
type EventPayloads = {
  "submission.created": { formId: string };
  /** `holdMs` is how long nothing leaves of it, so that it can be taken back. */
  "submission.decided": ActorPayload & { from: SubmissionStatus; to: SubmissionStatus; holdMs?: number };
  /** Its decision was taken back, so that it waits again. */
  "submission.reopened": ActorPayload & { from: SubmissionStatus };
  /** Another amount replaces the verified one. */
  "submission.corrected": ActorPayload;
  "submission.chargedBack": ActorPayload;
  /** Its reason or note was changed. */
  "submission.noted": ActorPayload;
  /** A row of a statement takes back what proved it, or a broker called back or answered that it did. */
  "submission.reversed": { statementId: string | null };
  /** What a broker calls back or answers says something else of it than before; the surest group of it. */
  "evidence.found": { platformId: string; group: EvidenceGroup };
  /** Too much of what it decided turned out wrong. */
  "rule.paused": { platformId: string; decided: number; doubted: number };
  /** Its visitor changed the account number. */
  "submission.referenceChanged": NoPayload;
  "submission.withdrawn": { from: SubmissionStatus };
  /** Nothing of it is sent to ad platforms any more. */
  "submission.sharingEnded": NoPayload;
  "submission.erased": NoPayload;
  "delivery.sent": DeliveryPayload;
  "delivery.failed": DeliveryPayload;
  "delivery.expired": DeliveryPayload;
  /** Parked deliveries are about to be too late. */
  "deliveries.expiring": { adPlatform: string; count: number; firstAt: string };
  /** Pending claims are about to be too late for an ad platform. */
  "claims.expiring": { hours: number; count: number; firstAt: string };
  /** `reason` is null if the platform refuses the credential or the set-up. */
  "connection.refused": { adPlatform: string; reason?: ConnectionFault | null };
  /** The platform refuses the token that reads an ad account's spend. */
  "spendAccount.refused": { adPlatform: string };
  /** A broker's API refuses the credential. */
  "brokerConnection.refused": { platformId: string; kind: string };
  /** Telegram refuses the token of a bot. */
  "telegramBot.refused": NoPayload;
  /** `failures` events in a row were refused permanently. At twenty the connection is paused. */
  "connection.failing": { adPlatform: string; failures: number; isPaused: boolean; remedy: string | null };
};

export type EventType = keyof EventPayloads;

export type NewEvent = {
  [T in EventType]: { type: T; workspaceId: string; subjectId: string; payload: EventPayloads[T] };
}[EventType];

/** A recorded event of one type. */
export type EventByType<T extends EventType> = Extract<RecordedEvent, { type: T }>;

export type RecordedEvent = NewEvent & { id: string; createdAt: Date };

/** The types that each consumer wants. A new consumer gets events recorded from then on. */
const EVENT_CONSUMERS = {
  "connection-notifications": [
    "connection.refused",
    "spendAccount.refused",
    "brokerConnection.refused",
    "telegramBot.refused",
    "connection.failing",
    "deliveries.expiring",
    "claims.expiring",
  ],
  "rule-notifications": ["rule.paused"],
  rules: ["evidence.found", "submission.reversed", "submission.chargedBack", "submission.decided"],
  "delivery-notifications": ["delivery.failed", "delivery.expired"],
  "new-claims": ["submission.created"],
  "later-claims": ["submission.created", "submission.referenceChanged", "submission.reopened"],
  "claims-of-running-statements": [
    "submission.created",
    "submission.referenceChanged",
    "submission.decided",
    "submission.reopened",
    "submission.chargedBack",
    "submission.withdrawn",
    "submission.erased",
  ],
  "doors-of-claims": [
    "submission.decided",
    "submission.reopened",
    "submission.chargedBack",
    "submission.corrected",
    "submission.reversed",
    "submission.referenceChanged",
    "submission.withdrawn",
    "evidence.found",
  ],
  worths: [
    "submission.decided",
    "submission.reopened",
    "submission.corrected",
    "submission.chargedBack",
    "submission.withdrawn",
    "submission.reversed",
    "evidence.found",
  ],
  "claims-of-broker-apis": ["submission.created", "submission.referenceChanged", "submission.reopened"],
} as const satisfies Record<string, readonly EventType[]>;

export type ConsumerName = keyof typeof EVENT_CONSUMERS;

/** Those that take many events at once. The others have a job that takes each event as soon as it is recorded. */
export const JOINT_CONSUMERS = [
  "new-claims",
  "later-claims",
  "claims-of-running-statements",
  "rules",
  "doors-of-claims",
  "worths",
  "claims-of-broker-apis",
] as const satisfies readonly ConsumerName[];
export type JointConsumerName = (typeof JOINT_CONSUMERS)[number];

/** The consumers of a type. */
export const getConsumers = (type: EventType): ConsumerName[] =>
  getKeys(EVENT_CONSUMERS).filter((consumer) =>
    (EVENT_CONSUMERS[consumer] as readonly EventType[]).includes(type),
  );

/** The types that some of the consumers want. */
export const getWantedTypes = (consumers: readonly ConsumerName[]): EventType[] => [
  ...new Set(consumers.flatMap((consumer) => EVENT_CONSUMERS[consumer])),
];
