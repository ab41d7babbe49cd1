/**
 * How far an event is, the most urgent first. Of a claim's deliveries, whichever the ad platform, the first of
 * these that any has is the claim's event state: badges, filters, counts and SQL take the order from here.
 */
export const DELIVERY_PROGRESS = [
  "failed",
  "expired",
  "parked",
  "retrying",
  "confirming",
  "sending",
  "queued",
  "sent",
  "skipped",
] as const;
export type DeliveryProgress = (typeof DELIVERY_PROGRESS)[number];

/** Each verified claim has one: `none` is without a delivery. */
export const EVENT_STATES = [...DELIVERY_PROGRESS, "none"] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** What is stored of a delivery: while it is being sent it is still queued or retrying, under a lease. */
export type DeliveryState = Exclude<DeliveryProgress, "sending">;
export const DELIVERY_STATES = DELIVERY_PROGRESS.filter(
  (state): state is DeliveryState => state !== "sending",
);

/** Under a lease these are being sent. */
export const DELIVERY_SENDABLE_STATES = ["queued", "retrying"] as const satisfies DeliveryState[];
/** A worker may claim the delivery once it is due. */
export const DELIVERY_CLAIMABLE_STATES = [
  ...DELIVERY_SENDABLE_STATES,
  "confirming",
] as const satisfies DeliveryState[];
/** The ad platform does not have the event, and it may still be sent. */
export const DELIVERY_OPEN_STATES = [
  ...DELIVERY_SENDABLE_STATES,
  "parked",
] as const satisfies DeliveryState[];
/** It has no result yet: open, or submitted to an ad platform that reports later. */
export const DELIVERY_STATES_UNDER_WAY = [
  ...DELIVERY_OPEN_STATES,
  "confirming",
] as const satisfies DeliveryState[];

type StateUnderWay = (typeof DELIVERY_STATES_UNDER_WAY)[number] | "sending";
export const isUnderWay = (state: EventState): state is StateUnderWay =>
  state === "sending" || DELIVERY_STATES_UNDER_WAY.some((known) => known === state);

type LeasedDelivery = { state: DeliveryState; leaseToken: string | null; dueAt: Date | null };

/** The same in SQL is in `event-states.server.ts`. */
export function toProgress({ state, leaseToken, dueAt }: LeasedDelivery, now = new Date()): DeliveryProgress {
  // Under a lease, `dueAt` is its end.
  const isLeased = leaseToken !== null && dueAt !== null && dueAt > now;
  return isLeased && DELIVERY_SENDABLE_STATES.some((known) => known === state) ? "sending" : state;
}

/** The most urgent first. */
export const sortByUrgency = <T extends { state: DeliveryProgress }>(deliveries: readonly T[]): T[] =>
  DELIVERY_PROGRESS.flatMap((state) => deliveries.filter((delivery) => delivery.state === state));

/** The state that decides for a claim. */
export const toEventState = (deliveries: readonly { state: DeliveryProgress }[]): EventState =>
  DELIVERY_PROGRESS.find((state) => deliveries.some((delivery) => delivery.state === state)) ?? "none";

/** As claims are counted: those under way are one, because a connection changes thousands of them at once. */
export type CountedEventState = Exclude<EventState, StateUnderWay> | "open";
export const toCounted = (state: EventState): CountedEventState => (isUnderWay(state) ? "open" : state);

/** Groups of states that filters and counts use. */
const EVENT_GROUPS = {
  /** Their owner has to do something. */
  problem: ["failed", "expired", "parked"],
  /** An ad platform does not have the event, or not for certain. */
  unaccepted: EVENT_STATES.slice(0, EVENT_STATES.indexOf("sent")),
  /** An ad platform was called. */
  attempted: ["failed", "retrying", "confirming", "sending", "sent"],
  /** Those of them that an ad platform has reported as processed. */
  confirmed: ["sent"],
} satisfies Record<string, EventState[]>;
type EventGroup = keyof typeof EVENT_GROUPS;
const isGroup = (filter: EventFilter): filter is EventGroup => filter in EVENT_GROUPS;

export type EventFilter = EventState | EventGroup;
export const EVENT_FILTERS = [...EVENT_STATES, ...(Object.keys(EVENT_GROUPS) as EventGroup[])] as const;

export const listStates = (filter: EventFilter): readonly EventState[] =>
  isGroup(filter) ? EVENT_GROUPS[filter] : [filter];

/** The counted states that are exactly a filter's states; null if no counts are. */
export function listCountedStates(filter: EventFilter): CountedEventState[] | null {
  const states = listStates(filter);
  const underWay = states.filter(isUnderWay).length;
  const isWhole = underWay === 0 || underWay === EVENT_STATES.filter(isUnderWay).length;
  return isWhole && filter !== "confirmed" ? [...new Set(states.map(toCounted))] : null;
}

/** Whether claims counted in a state are among those of a filter. */
export const isCountedIn = (filter: EventFilter, counted: CountedEventState | "" | null): boolean =>
  listCountedStates(filter)?.some((state) => state === counted) ?? false;

/** The specification's word for an event: about the primary ad platform, if it has a delivery. */
export const EVENT_STATUSES = ["sent", "failed"] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

type PlatformState = { adPlatform: string; state: DeliveryProgress };

/** Without a delivery at the primary ad platform, 'sent' once all others have accepted. */
export const toEventStatus = (deliveries: readonly PlatformState[], primary: string): EventStatus | null =>
  eventStatusAt(primary, deliveries) ?? toStatus(deliveries);

/** Null without a delivery there. */
export const eventStatusAt = (adPlatform: string, deliveries: readonly PlatformState[]): EventStatus | null =>
  toStatus(deliveries.filter((delivery) => delivery.adPlatform === adPlatform));

/** Skipped deliveries do not count. */
function toStatus(deliveries: readonly PlatformState[]): EventStatus | null {
  const state = toEventState(deliveries.filter(({ state }) => state !== "skipped"));
  return state === "none" ? null : state === "sent" ? "sent" : "failed";
}
