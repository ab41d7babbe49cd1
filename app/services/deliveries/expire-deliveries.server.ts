import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { findRows } from "#app/database/rows.server.ts";
import { DELIVERY_OPEN_STATES } from "#app/lib/event-state.ts";
import { Delivery, Submission } from "#app/models/index.server.ts";
import { COUNTED_COLUMNS, updateEventStatuses } from "./event-status.server.ts";
import { lockConnections } from "./lock-connections.server.ts";
import { recordDeliveryEvents } from "./record-delivery-events.server.ts";

const LIMIT = 1_000;

/** Expires deliveries whose window has closed. Their submissions already say that the event failed. */
export async function expireDeliveries(): Promise<void> {
  const isOverdue = () => ({
    state: { [Op.in]: DELIVERY_OPEN_STATES },
    // With a receipt, the platform has the event and only its result is missing.
    receipt: null,
    sendBefore: { [Op.lt]: fromNow(0) },
    // A delivery under a lease is not expired.
    [Op.or]: [{ leaseToken: null }, { dueAt: { [Op.lte]: fromNow(0) } }],
  });
  // Read first: on SQLite even a write that changes nothing makes others wait.
  const found = await Delivery.findAll({
    where: isOverdue(),
    attributes: ["id", "workspaceId", "submissionId"],
    limit: LIMIT,
  });
  if (found.length === 0) return;
  const workspaceIds = [...new Set(found.map(({ workspaceId }) => workspaceId))].sort();
  await inTransaction(async (transaction) => {
    const submissions = await findRows(Submission, {
      where: { id: found.map(({ submissionId }) => submissionId) },
      attributes: COUNTED_COLUMNS,
      order: [["id", "ASC"]],
      lock: true,
      transaction,
    });
    for (const workspaceId of workspaceIds) await lockConnections(workspaceId, "shared", transaction);
    const overdue = await Delivery.findAll({
      where: { ...isOverdue(), id: found.map(({ id }) => id) },
      lock: true,
      transaction,
    });
    await Delivery.update(
      { state: "expired", dueAt: null, leaseToken: null, isBacklog: false, updatedAt: new Date() },
      { where: { id: overdue.map(({ id }) => id) }, transaction },
    );
    await recordDeliveryEvents(overdue, "expired", transaction);
    for (const id of workspaceIds) {
      const own = submissions.filter(({ workspaceId }) => workspaceId === id);
      await updateEventStatuses(own, transaction);
    }
  });
}
