import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { DELIVERY_OPEN_STATES } from "#app/lib/domain.ts";
import { Delivery } from "#app/models/index.server.ts";
import { recordDeliveryEvents } from "./record-delivery-events.server.ts";

const LIMIT = 1_000;

/** Expires deliveries whose window has closed. Their submissions already say that the event failed. */
export async function expireDeliveries(): Promise<void> {
  const isOverdue = () => ({
    state: { [Op.in]: DELIVERY_OPEN_STATES },
    // With a receipt the platform has the event: only its result is missing.
    receipt: null,
    sendBefore: { [Op.lt]: fromNow(0) },
    // Whoever holds a lease finishes first.
    [Op.or]: [{ leaseToken: null }, { dueAt: { [Op.lte]: fromNow(0) } }],
  });
  // Read first: on SQLite even a write that changes nothing makes others wait.
  if (!(await Delivery.findOne({ where: isOverdue(), attributes: ["id"] }))) return;
  await inTransaction(async (transaction) => {
    const overdue = await Delivery.findAll({ where: isOverdue(), limit: LIMIT, lock: true, transaction });
    await Delivery.update(
      { state: "expired", dueAt: null, leaseToken: null, updatedAt: new Date() },
      { where: { id: overdue.map(({ id }) => id) }, transaction },
    );
    await recordDeliveryEvents(overdue, "expired", transaction);
  });
}
