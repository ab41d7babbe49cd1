import { literal, type Transaction } from "sequelize";
import { moveAllInTotals, moveInTotals, type TotalPlace } from "#app/database/queries/totals.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import {
  type CountedEventState,
  type EventStatus,
  isUnderWay,
  type SubmissionStatus,
} from "#app/lib/domain.ts";
import { columnsFor } from "#app/lib/submission-columns.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";

type Stated = Pick<Delivery, "adPlatform" | "state">;

/**
 * A submission's event status: the primary platform's if it has a delivery, otherwise 'sent' once all others
 * have accepted.
 */
export function eventStatusOf(deliveries: Stated[]): EventStatus | null {
  return primaryEventStatus(deliveries) ?? combine(deliveries);
}

/** Null if the primary platform has no delivery. */
export function primaryEventStatus(deliveries: Stated[]): EventStatus | null {
  return combine(deliveries.filter(({ adPlatform }) => adPlatform === adPlatforms.primary.id));
}

/** Skipped deliveries do not count. */
function combine(deliveries: Stated[]): EventStatus | null {
  const counted = deliveries.filter(({ state }) => state !== "skipped");
  if (counted.length === 0) return null;
  return counted.every(({ state }) => state === "sent") ? "sent" : "failed";
}

/** The columns of a submission that summarize its deliveries. */
export type Events = Pick<Submission, "eventStatus" | "eventState" | "deliveryStates">;

type Counted = Stated & Pick<Delivery, "receipt">;
const counted = ["adPlatform", "state", "receipt"] as const;

/** By precedence, as in the list's event filter. */
const SEVERITY: CountedEventState[] = ["failed", "expired", "open", "skipped"];

export function eventsOf(status: SubmissionStatus, deliveries: Counted[]): Events {
  const eventStatus = eventStatusOf(deliveries);
  if (status !== "handled") return { eventStatus, eventState: null, deliveryStates: null };
  const states = deliveries.map((delivery) => `${delivery.adPlatform}:${countedState(delivery)}`).sort();
  return {
    eventStatus,
    eventState: eventStatus === "sent" ? null : reasonOf(deliveries),
    deliveryStates: states.join(" ") || null,
  };
}

function countedState({ state, receipt }: Counted): CountedEventState | "sent" | "confirmed" {
  if (state === "sent") return receipt === null ? "sent" : "confirmed";
  return isUnderWay(state) ? "open" : state;
}

/** Why an event is not accepted: by the primary platform's delivery, otherwise by the worst. */
function reasonOf(deliveries: Counted[]): CountedEventState {
  const others = deliveries.filter(({ state }) => state !== "sent" && state !== "skipped");
  const primary = others.filter(({ adPlatform }) => adPlatform === adPlatforms.primary.id);
  const states: string[] = (primary.length > 0 ? primary : others).map(countedState);
  if (deliveries.some(({ state }) => state === "skipped")) states.push("skipped");
  return SEVERITY.find((state) => states.includes(state)) ?? "none";
}

export async function findEvents(
  { id: submissionId, workspaceId }: Pick<Submission, "id" | "workspaceId">,
  status: SubmissionStatus,
  transaction: Transaction,
): Promise<Events> {
  const where = { workspaceId, submissionId };
  return eventsOf(status, await Delivery.findAll({ where, attributes: [...counted], transaction }));
}

/** The columns that totals are counted by. */
export const COUNTED_COLUMNS = ["id", ...columnsFor("counted")] as const;

/** Like `updateEventStatus` for locked submissions of one workspace, with a few statements for all. */
export async function updateEventStatuses(
  submissions: (TotalPlace & Events & { id: string })[],
  transaction: Transaction,
): Promise<void> {
  const [{ workspaceId } = { workspaceId: "" }] = submissions;
  const stated = await findRows(Delivery, {
    where: { workspaceId, submissionId: submissions.map(({ id }) => id) },
    attributes: ["submissionId", ...counted],
    transaction,
  });
  const moves = submissions.flatMap((from) => {
    const own = stated.filter(({ submissionId }) => submissionId === from.id);
    const events = eventsOf(from.status, own);
    return isSame(events, from) ? [] : [{ from, to: { ...from, ...events } }];
  });
  const keyOf = ({ eventStatus, eventState, deliveryStates }: Events) =>
    [eventStatus, eventState, deliveryStates].join(" ");
  for (const key of new Set(moves.map(({ to }) => keyOf(to)))) {
    const alike = moves.filter(({ to }) => keyOf(to) === key);
    const [
      {
        to: { eventStatus, eventState, deliveryStates },
      },
    ] = alike as [(typeof moves)[number]];
    const changes = { eventStatus, eventState, deliveryStates, version: literal("version + 1") };
    const id = alike.map(({ from }) => from.id);
    await Submission.update(changes as object, { where: { id, workspaceId }, transaction });
  }
  await moveAllInTotals(moves, transaction);
}

/**
 * Brings a locked submission's event status and the totals in line with its deliveries, last in the
 * transaction that changed them.
 */
export async function updateEventStatus(submission: Submission, transaction: Transaction): Promise<void> {
  const events = await findEvents(submission, submission.status, transaction);
  if (isSame(events, submission)) return;
  // A copy: `plain` alone gives the row's own values, which the update changes.
  const before = { ...submission.get({ plain: true }) };
  await submission.update({ ...events, version: before.version + 1 }, { transaction });
  await moveInTotals(before, { ...before, ...events }, transaction);
}

/** Whether a submission is counted as its deliveries are. */
export const isSame = (one: Events, other: Events): boolean =>
  one.eventStatus === other.eventStatus &&
  one.eventState === other.eventState &&
  one.deliveryStates === other.deliveryStates;
