import { col, fn, Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { DELIVERY_STATES_UNDER_WAY, type DeliveryState } from "#app/lib/event-state.ts";
import { Connection, Delivery, Submission } from "#app/models/index.server.ts";
import type { ReplayPreview } from "#app/schemas/replays.ts";
import { coveredDeliveries } from "#app/services/deliveries/event-settings.server.ts";

/** Which deliveries a replay is about. */
export type ReplayRange = {
  workspaceId: string;
  adPlatform: string | null;
  from: Date | null;
  before: Date | null;
  deliveryIds: string[] | null;
};

export function whereInRange({
  workspaceId,
  adPlatform,
  from,
  before,
  deliveryIds,
}: ReplayRange): WhereOptions {
  return {
    workspaceId,
    ...(adPlatform ? { adPlatform } : {}),
    ...(deliveryIds ? { id: { [Op.in]: deliveryIds } } : {}),
    [Op.and]: [
      from ? { createdAt: { [Op.gte]: from } } : {},
      before ? { createdAt: { [Op.lt]: before } } : {},
    ],
  };
}

/** Failed deliveries whose window is open. Accepted events are never sent again. */
const failedInTime = () => ({ state: "failed" as const, sendBefore: { [Op.gt]: new Date() } });

/** Deliveries that can be sent again: only with a working connection, or they would be parked. */
export async function sendableAgain(workspaceId: string) {
  const connections = await Connection.findAll({
    where: { workspaceId, status: "connected" },
    attributes: ["adPlatform"],
  });
  return { ...failedInTime(), adPlatform: connections.map(({ adPlatform }) => adPlatform) };
}

/** Leaves out withdrawn and erased claims, and ad platforms that their consent does not cover. */
export async function ofSendableClaims(workspaceId: string, where: WhereOptions) {
  const include = {
    model: Submission,
    as: "submission",
    attributes: [],
    where: { withdrawnAt: null, erasedAt: null },
  };
  return { where: { [Op.and]: [where, await coveredDeliveries(workspaceId)] }, include: [include] };
}

type DeliveryStateCount = { state: DeliveryState; count: number };

/** Counts the deliveries in any of some states, at one moment. */
export async function countByState(
  where: WhereOptions,
): Promise<(states: readonly DeliveryState[]) => number> {
  const rows = (await Delivery.findAll({
    where,
    attributes: ["state", [fn("COUNT", col("id")), "count"]],
    group: ["state"],
    raw: true,
  })) as unknown as DeliveryStateCount[];
  return (states) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + Number(count), 0);
}

/** What a replay of the range would do. Changes nothing. */
export async function previewReplay(range: ReplayRange): Promise<ReplayPreview> {
  const where = whereInRange(range);
  const [sumCounts, wouldSend, failed, permitted] = await retryRead(() =>
    Promise.all([
      countByState(where),
      countSendable(range),
      Delivery.count({ where: { [Op.and]: [where, failedInTime()] } }),
      ofSendableClaims(range.workspaceId, { [Op.and]: [where, failedInTime()] }).then((some) =>
        Delivery.count(some),
      ),
    ]),
  );
  return {
    wouldSend,
    tooOld: sumCounts(["failed", "expired"]) - failed,
    alreadySent: sumCounts(["sent"]),
    underWay: sumCounts(DELIVERY_STATES_UNDER_WAY),
    notConnected: permitted - wouldSend,
    skipped: sumCounts(["skipped"]) + failed - permitted,
  };
}

export async function countSendable(range: ReplayRange): Promise<number> {
  const sendable = await sendableAgain(range.workspaceId);
  return Delivery.count(
    await ofSendableClaims(range.workspaceId, { [Op.and]: [whereInRange(range), sendable] }),
  );
}
