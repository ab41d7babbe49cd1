import type { Transaction } from "sequelize";
import { moveInTotals } from "#app/database/queries/totals.server.ts";
import type { EventStatus } from "#app/lib/domain.ts";
import { Delivery, type Submission } from "#app/models/index.server.ts";
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
