import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { claimDue, findDue, finish, type Lease, reschedule } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { DELIVERY_OPEN_STATES } from "#app/lib/event-state.ts";
import { Delivery, Replay } from "#app/models/index.server.ts";
import { reopenDelivery } from "#app/services/deliveries/reopen-delivery.server.ts";
import { ofSendableClaims, sendableAgain, whereInRange } from "./replay-range.server.ts";
import { toReplayRange } from "./replays.server.ts";

const LIMIT = 5;
/** How many events of a replay are open at once, so that new events hardly wait for them. */
const OPEN_MAX = 20;

/** Reopens the next failed deliveries of each running replay. */
export async function runReplays(): Promise<void> {
  const due = { state: "running" };
  const ids = await findDue(Replay, due, LIMIT);
  if (ids.length === 0) return;
  for (const lease of await claimDue(Replay, { ...due, id: ids })) await stepReplay(lease);
}

async function stepReplay(lease: Lease): Promise<void> {
  const replay = await Replay.findOne({ where: { id: lease.id, leaseToken: lease.token } });
  if (!replay) return;
  const { id: replayId, workspaceId, createdAt } = replay;
  const open = await Delivery.count({
    // Parked deliveries wait for the owner.
    where: {
      workspaceId,
      replayId,
      state: { [Op.in]: DELIVERY_OPEN_STATES.filter((state) => state !== "parked") },
    },
  });
  const sendable = await sendableAgain(workspaceId);
  const next = await Delivery.findAll({
    ...(await ofSendableClaims(workspaceId, {
      [Op.and]: [
        whereInRange(toReplayRange(replay)),
        sendable,
        { createdAt: { [Op.lte]: createdAt } },
        // A delivery that failed again is not sent a third time.
        { [Op.or]: [{ replayId: null }, { replayId: { [Op.ne]: replayId } }] },
      ],
    })),
    order: [["sendBefore", "ASC"]],
    limit: OPEN_MAX,
  });
  for (const delivery of next.slice(0, Math.max(0, OPEN_MAX - open)))
    await inTransaction((transaction) => reopenDelivery(delivery, { replayId }, transaction), {
      queue: workspaceId,
    });
  await inTransaction(async (transaction) => {
    if (next.length === 0) {
      const done = { state: "done" as const, runningIn: null, dueAt: null, finishedAt: new Date() };
      await finish(Replay, lease, done, transaction);
    } else await reschedule(Replay, lease, { delayMs: config.deliveryPollMs }, transaction);
  });
}
