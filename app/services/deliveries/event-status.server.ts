import { literal, type Transaction } from "sequelize";
import { caseById } from "#app/database/case-by-id.server.ts";
import { type TotalPlace, updateTotals } from "#app/database/queries/totals.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import type { SubmissionStatus } from "#app/lib/domain.ts";
import { toCounted, toEventState, toEventStatus } from "#app/lib/event-state.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { columnsFor } from "#app/lib/submission-columns.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";

/** The columns of a submission that summarize its deliveries. */
export type DeliverySummary = Pick<Submission, "eventStatus" | "eventState" | "deliveryStates">;

type SummarizedDelivery = Pick<Delivery, "adPlatform" | "state" | "receipt">;
const summarized = ["adPlatform", "state", "receipt"] as const;

export function summarizeDeliveries(
  status: SubmissionStatus,
  deliveries: SummarizedDelivery[],
): DeliverySummary {
  const eventStatus = toEventStatus(deliveries, adPlatforms.primary.id);
  if (status !== "handled") return { eventStatus, eventState: null, deliveryStates: null };
  const states = deliveries.map(({ adPlatform, state, receipt }) => {
    const isConfirmed = state === "sent" && receipt !== null;
    return `${adPlatform}:${isConfirmed ? "confirmed" : toCounted(state)}`;
  });
  return {
    eventStatus,
    eventState: toCounted(toEventState(deliveries)),
    deliveryStates: states.sort().join(" ") || null,
  };
}

export async function readDeliverySummary(
  { id: submissionId, workspaceId }: Pick<Submission, "id" | "workspaceId">,
  status: SubmissionStatus,
  transaction: Transaction,
): Promise<DeliverySummary> {
  const where = { workspaceId, submissionId };
  const deliveries = await Delivery.findAll({ where, attributes: [...summarized], transaction });
  return summarizeDeliveries(status, deliveries);
}

/** The columns that totals are counted by. */
export const COUNTED_COLUMNS = ["id", ...columnsFor("counted")] as const;

/** Like `updateEventStatus` for locked submissions of one workspace, with a few statements for all. */
export async function updateEventStatuses(
  submissions: (TotalPlace & DeliverySummary & { id: string })[],
  transaction: Transaction,
): Promise<void> {
  const [{ workspaceId } = { workspaceId: "" }] = submissions;
  const stated = await findRows(Delivery, {
    where: { workspaceId, submissionId: submissions.map(({ id }) => id) },
    attributes: ["submissionId", ...summarized],
    transaction,
  });
  const deliveriesById = groupBy(stated, ({ submissionId }) => submissionId);
  const moves = submissions.flatMap((from) => {
    const summary = summarizeDeliveries(from.status, deliveriesById.get(from.id) ?? []);
    return isSame(summary, from) ? [] : [{ id: from.id, summary, from, to: { ...from, ...summary } }];
  });
  if (moves.length === 0) return;
  const set = (name: keyof DeliverySummary) => literal(caseById(moves, ({ summary }) => summary[name]));
  const changes = {
    eventStatus: set("eventStatus"),
    eventState: set("eventState"),
    deliveryStates: set("deliveryStates"),
    version: literal("version + 1"),
  };
  const id = moves.map((move) => move.id);
  await Submission.update(changes as object, { where: { id, workspaceId }, transaction });
  await updateTotals(moves, transaction);
}

/**
 * Brings a locked submission's event status and the totals in line with its deliveries, last in the
 * transaction that changed them.
 */
export async function updateEventStatus(submission: Submission, transaction: Transaction): Promise<void> {
  const summary = await readDeliverySummary(submission, submission.status, transaction);
  if (isSame(summary, submission)) return;
  // A copy: `plain` alone gives the row's own values, which the update changes.
  const before = { ...submission.get({ plain: true }) };
  await submission.update({ ...summary, version: before.version + 1 }, { transaction });
  await updateTotals([{ from: before, to: { ...before, ...summary } }], transaction);
}

/** Whether a submission is counted as its deliveries are. */
export const isSame = (one: DeliverySummary, other: DeliverySummary): boolean =>
  one.eventStatus === other.eventStatus &&
  one.eventState === other.eventState &&
  one.deliveryStates === other.deliveryStates;
