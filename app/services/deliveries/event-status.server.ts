import { literal, type Transaction } from "sequelize";
import { moveAllInTotals, moveInTotals } from "#app/database/queries/totals.server.ts";
import type { EventStatus } from "#app/lib/domain.ts";
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

export async function findEventStatus(
  { id: submissionId, workspaceId }: Pick<Submission, "id" | "workspaceId">,
  transaction: Transaction,
): Promise<EventStatus | null> {
  const where = { workspaceId, submissionId };
  return eventStatusOf(await Delivery.findAll({ where, attributes: ["adPlatform", "state"], transaction }));
}

/** Like `updateEventStatus` for locked submissions of one workspace, with a few statements for all. */
export async function updateEventStatuses(
  submissions: Submission[],
  transaction: Transaction,
): Promise<void> {
  const [{ workspaceId } = { workspaceId: "" }] = submissions;
  const stated = await Delivery.findAll({
    where: { workspaceId, submissionId: submissions.map(({ id }) => id) },
    attributes: ["submissionId", "adPlatform", "state"],
    transaction,
  });
  const moves = submissions.flatMap((submission) => {
    const eventStatus = eventStatusOf(stated.filter(({ submissionId }) => submissionId === submission.id));
    const from = submission.get({ plain: true });
    return eventStatus === submission.eventStatus ? [] : [{ from, to: { ...from, eventStatus } }];
  });
  for (const eventStatus of ["sent", "failed", null] as const) {
    const id = moves.filter(({ to }) => to.eventStatus === eventStatus).map(({ from }) => from.id);
    const changes = { eventStatus, version: literal("version + 1") };
    if (id.length > 0)
      await Submission.update(changes as object, { where: { id, workspaceId }, transaction });
  }
  await moveAllInTotals(moves, transaction);
}

/**
 * Brings a locked submission's event status and the totals in line with its deliveries, last in the
 * transaction that changed them.
 */
export async function updateEventStatus(submission: Submission, transaction: Transaction): Promise<void> {
  const eventStatus = await findEventStatus(submission, transaction);
  if (eventStatus === submission.eventStatus) return;
  // A copy: `plain` alone gives the row's own values, which the update changes.
  const before = { ...submission.get({ plain: true }) };
  await submission.update({ eventStatus, version: before.version + 1 }, { transaction });
  await moveInTotals(before, { ...before, eventStatus }, transaction);
}
