import { Op } from "sequelize";
import { isId } from "#app/lib/ids.ts";
import { Delivery, DeliveryAttempt } from "#app/models/index.server.ts";

const FOUND_MAX = 100;

/** The ids of the deliveries that an id belongs to: a submission's, a delivery's, an event's or a trace's. */
export async function searchDeliveries(workspaceId: string, search: string): Promise<string[]> {
  const deliveriesBy = async (where: { id: string } | { submissionId: string } | { eventId: string }) => {
    const rows = await Delivery.findAll({
      where: { workspaceId, ...where },
      attributes: ["id"],
      limit: FOUND_MAX,
    });
    return rows.map(({ id }) => id);
  };
  const byTrace = async () => {
    const rows = await DeliveryAttempt.findAll({
      where: { workspaceId, traceId: { [Op.eq]: search } },
      attributes: ["deliveryId"],
      limit: FOUND_MAX,
    });
    return rows.map(({ deliveryId }) => deliveryId);
  };
  const id = search.toLowerCase();
  const found = await Promise.all([
    byTrace(),
    // One query per index: a condition with OR would use none.
    ...(isId(id)
      ? [deliveriesBy({ id }), deliveriesBy({ submissionId: id }), deliveriesBy({ eventId: id })]
      : []),
  ]);
  return [...new Set(found.flat())];
}
