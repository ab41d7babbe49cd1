import type { Transaction } from "sequelize";
import { addToTotals } from "#app/database/queries/totals.server.ts";
import type { EventStatus } from "#app/lib/domain.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { adPlatforms } from "#app/services/ad-platforms/registry.server.ts";

/**
 * A submission's event status: the primary platform's if it has a delivery, 'sent' only once accepted.
 * With other platforms alone it is 'sent' once all accepted. Null without a delivery.
 */
export function eventStatusOf(deliveries: Pick<Delivery, "adPlatform" | "state">[]): EventStatus | null {
  const primary = deliveries.filter(({ adPlatform }) => adPlatform === adPlatforms.primary.id);
  const deciding = primary.length > 0 ? primary : deliveries;
  if (deciding.length === 0) return null;
  return deciding.every(({ state }) => state === "sent") ? "sent" : "failed";
}

/**
 * Brings a submission's event status and the totals in line with its deliveries, in the transaction that
 * changed them.
 */
export async function updateEventStatus(submissionId: string, transaction: Transaction): Promise<void> {
  const submission = await Submission.findByPk(submissionId, { transaction, lock: true });
  if (!submission) return;
  const deliveries = await Delivery.findAll({
    where: { submissionId },
    attributes: ["adPlatform", "state"],
    transaction,
  });
  const eventStatus = eventStatusOf(deliveries);
  if (eventStatus === submission.eventStatus) return;
  // A copy: `plain` alone gives the row's own values, which the update changes.
  const before = { ...submission.get({ plain: true }) };
  await submission.update({ eventStatus, version: before.version + 1 }, { transaction });
  await addToTotals([before], -1, transaction);
  await addToTotals([{ ...before, eventStatus }], 1, transaction);
}
