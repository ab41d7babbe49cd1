import { col, fn, Op, type WhereOptions } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import type { ReplayPart } from "#app/lib/domain.ts";
import { DELIVERY_STATES_UNDER_WAY, type DeliveryState } from "#app/lib/event-state.ts";
import { Connection, Delivery, Submission } from "#app/models/index.server.ts";
import type { ReplayPreview } from "#app/schemas/replays.ts";
import { coveredDeliveries } from "#app/services/deliveries/event-settings.server.ts";
import { countClaims, findUnsentClaims } from "./unsent-claims.server.ts";

/** Which deliveries a replay is about. */
export type ReplayRange = {
  workspaceId: string;
  adPlatform: string | null;
  from: Date | null;
  before: Date | null;
  deliveryIds: string[] | null;
  /** Null for all. Those that are named one by one have been sent once. */
  only: ReplayPart | null;
};

/** Whether a replay sends failed events, or verified claims that an ad platform never got. */
export const includes = ({ only, deliveryIds }: ReplayRange, part: ReplayPart): boolean =>
  (only === null || only === part) && (part === "failed" || deliveryIds === null);

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

/** Leaves out withdrawn, erased and no longer shared claims, and ad platforms that the consent does not cover. */
export async function ofSendableClaims(workspaceId: string, where: WhereOptions) {
  const include = {
    model: Submission,
    as: "submission",
    attributes: [],
    where: { withdrawnAt: null, sharingEndedAt: null, erasedAt: null },
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
  const failed = includes(range, "failed") ? await previewFailed(range) : NOTHING;
  if (!includes(range, "neverSent")) return { ...failed, neverSent: 0 };
  const unsent = await retryRead(() => findUnsentClaims(range));
  const neverSent = countClaims(unsent);
  const resumed = countClaims(unsent, ({ isSent, isSkipped }) => isSent && isSkipped);
  const withheld = countClaims(
    unsent,
    ({ isSent, isSkipped }) => !isSent && !(isSkipped && range.only === null),
  );
  return {
    ...failed,
    wouldSend: failed.wouldSend + neverSent,
    neverSent,
    skipped: Math.max(0, failed.skipped - resumed) + withheld,
  };
}

const NOTHING = { wouldSend: 0, tooOld: 0, alreadySent: 0, underWay: 0, notConnected: 0, skipped: 0 };

async function previewFailed(range: ReplayRange): Promise<Omit<ReplayPreview, "neverSent">> {
  const where = whereInRange(range);
  const [sumCounts, wouldSend, failed, permitted] = await retryRead(() =>
    Promise.all([
      countByState(where),
      countFailed(range),
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

/** How many events a replay of the range would send. */
export async function countSendable(range: ReplayRange): Promise<number> {
  const failed = includes(range, "failed") ? await countFailed(range) : 0;
  return failed + (includes(range, "neverSent") ? countClaims(await findUnsentClaims(range)) : 0);
}

async function countFailed(range: ReplayRange): Promise<number> {
  const sendable = await sendableAgain(range.workspaceId);
  return Delivery.count(
    await ofSendableClaims(range.workspaceId, { [Op.and]: [whereInRange(range), sendable] }),
  );
}
