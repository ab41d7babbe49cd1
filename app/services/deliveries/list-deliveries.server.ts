import { Op, type Order, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { changedAfter, inOrderOfChange } from "#app/database/queries/changes.server.ts";
import { type ChangeCursor, takeChanges } from "#app/lib/change-cursor.ts";
import { readDateRange } from "#app/lib/date-range.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { Delivery, DeliveryAttempt, Submission, type Workspace } from "#app/models/index.server.ts";
import type { DeliveriesQuery } from "#app/schemas/deliveries.ts";
import { countRows } from "./count-rows.server.ts";
import { searchDeliveries } from "./search-deliveries.server.ts";

type Filters = Pick<DeliveriesQuery, "page" | "limit" | "platform" | "from" | "to" | "search">;

type Listed = {
  workspace: Pick<Workspace, "id" | "timeZone">;
  query: Filters & { states?: readonly string[] };
};

export type DeliveriesPage = {
  deliveries: Delivery[];
  pagination: { total: number; page: number; limit: number; pages: number; hasMore?: boolean };
};

const attempts = {
  model: DeliveryAttempt,
  as: "attempts",
  separate: true,
  attributes: { exclude: ["request", "response"] },
  order: [["number", "ASC"]] as Order,
};

/**
 * One page of the deliveries that the filters leave, the newest first, with their attempts.
 * @throws {Invalid} for a range whose end is before its start
 */
export async function listDeliveries({ workspace, query }: Listed): Promise<DeliveriesPage> {
  const { page, limit } = query;
  const where = await toWhere({ workspace, query });
  const { total, hasMore } = await countRows(Delivery, where);
  const deliveries = await retryRead(() =>
    Delivery.findAll({
      where,
      include: [attempts, { model: Submission, as: "submission" }],
      order: [["createdAt", "DESC"]],
      limit,
      offset: (page - 1) * limit,
    }),
  );
  const pages = Math.max(1, Math.ceil(total / limit));
  return { deliveries, pagination: { total, page, limit, pages, ...(hasMore ? { hasMore } : {}) } };
}

type ChangedDeliveries = { deliveries: Delivery[]; cursor: ChangeCursor; hasMore: boolean };

/**
 * The deliveries that have changed since a cursor, the earliest change first, with their attempts.
 * @throws {Invalid} for a range whose end is before its start
 */
export async function listChangedDeliveries({
  cursor,
  ...listed
}: Listed & { cursor: ChangeCursor }): Promise<ChangedDeliveries> {
  const now = new Date();
  const { limit } = listed.query;
  const where = await toWhere(listed);
  const rows = await retryRead(() =>
    Delivery.findAll({
      where: { [Op.and]: [where, changedAfter(cursor.place)] },
      include: [attempts, { model: Submission, as: "submission" }],
      order: inOrderOfChange,
      limit: limit + 1,
    }),
  );
  const changes = rows.map((delivery) => ({ at: delivery.updatedAt, id: delivery.id, delivery }));
  const { taken, ...rest } = takeChanges(changes, { limit, cursor, now });
  return { deliveries: taken.map(({ delivery }) => delivery), ...rest };
}

async function toWhere({ workspace: { id: workspaceId, timeZone }, query }: Listed): Promise<WhereOptions> {
  const { platform, search, states } = query;
  const { from, before } = readDateRange(timeZone, query);
  const found = search ? await retryRead(() => searchDeliveries(workspaceId, search)) : null;
  return {
    workspaceId,
    ...(platform ? { adPlatform: platform } : {}),
    ...(states ? { state: { [Op.in]: [...states] } } : {}),
    ...(found ? { id: { [Op.in]: found } } : {}),
    [Op.and]: [
      from ? { createdAt: { [Op.gte]: from } } : {},
      before ? { createdAt: { [Op.lt]: before } } : {},
    ],
  };
}

/**
 * One delivery with all that was sent and what came back.
 * @throws {NotFound} also for another workspace's
 */
export async function getDelivery({
  workspaceId,
  deliveryId,
}: {
  workspaceId: string;
  deliveryId: string;
}): Promise<Delivery & { submission: Submission }> {
  const delivery = isId(deliveryId)
    ? await retryRead(() =>
        Delivery.findOne({
          where: { id: deliveryId, workspaceId },
          include: [
            { ...attempts, attributes: { exclude: [] } },
            { model: Submission, as: "submission" },
          ],
        }),
      )
    : null;
  if (!delivery?.submission) throw new NotFound("Delivery");
  return delivery as Delivery & { submission: Submission };
}
