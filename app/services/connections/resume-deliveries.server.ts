import { Op, type Transaction } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { DELIVERY_CLAIMABLE_STATES } from "#app/lib/event-state.ts";
import { type Connection, Delivery } from "#app/models/index.server.ts";

/**
 * Parked deliveries continue, one at a time and the oldest first. Deliveries in progress move to this
 * connection.
 */
export async function resumeDeliveries(
  { id, workspaceId, adPlatform }: Pick<Connection, "id" | "workspaceId" | "adPlatform">,
  transaction: Transaction,
): Promise<void> {
  await Delivery.update(
    { connectionId: id },
    {
      where: {
        workspaceId,
        adPlatform,
        connectionId: null,
        state: { [Op.in]: DELIVERY_CLAIMABLE_STATES },
      },
      transaction,
    },
  );
  const where = { workspaceId, adPlatform, state: "parked" } as const;
  const changes = { dueAt: fromNow(0), connectionId: id, updatedAt: new Date() };
  // With a receipt, the platform has the event and only its result is missing.
  await Delivery.update(
    { ...changes, state: "confirming" },
    { where: { ...where, receipt: { [Op.ne]: null } }, transaction },
  );
  await Delivery.update({ ...changes, state: "retrying", isBacklog: true }, { where, transaction });
  announceDue(Delivery, transaction);
}
