import { Op, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { claimDue, findDue, finish, type Lease, reschedule } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { DELIVERY_OPEN_STATES } from "#app/lib/event-state.ts";
import { Delivery, Replay } from "#app/models/index.server.ts";
import { createMissedDelivery } from "#app/services/deliveries/create-missed-delivery.server.ts";
import { reopenDelivery } from "#app/services/deliveries/reopen-delivery.server.ts";
import {
  includes,
  ofSendableClaims,
  type ReplayRange,
  sendableAgain,
  whereInRange,
} from "./replay-range.server.ts";
import { toReplayRange } from "./replays.server.ts";
import { countClaims, findNextUnsent, findUnsentClaims } from "./unsent-claims.server.ts";

export const RUNNING_REPLAYS = { state: "running" };

const LIMIT = 5;
/** How many events of a replay are open at once, so that new events hardly wait for them. */
const OPEN_MAX = 20;

/** Sends the next events of each running replay. */
export async function runReplays(): Promise<void> {
  const ids = await findDue(Replay, RUNNING_REPLAYS, LIMIT);
  if (ids.length === 0) return;
  for (const lease of await claimDue(Replay, { ...RUNNING_REPLAYS, id: ids })) await stepReplay(lease);
}

async function stepReplay(lease: Lease): Promise<void> {
  const replay = await Replay.findOne({ where: { id: lease.id, leaseToken: lease.token } });
  if (!replay) return;
  const { id: replayId, workspaceId } = replay;
  const open = await Delivery.count({
    // Parked deliveries wait for the owner.
    where: {
      workspaceId,
      replayId,
      state: { [Op.in]: DELIVERY_OPEN_STATES.filter((state) => state !== "parked") },
    },
  });
  const range = toReplayRange(replay);
  const free = Math.max(0, OPEN_MAX - open);
  const failed = includes(range, "failed") ? await findNextFailed(replay, range) : [];
  for (const delivery of failed.slice(0, free))
    await inTransaction((transaction) => reopenDelivery(delivery, { replayId }, transaction), {
      queue: workspaceId,
    });
  const isMissing =
    includes(range, "neverSent") && (await sendNextUnsent(replay, range, Math.max(0, free - failed.length)));
  await inTransaction(async (transaction) => {
    if (failed.length === 0 && !isMissing) {
      const done = { state: "done" as const, runningIn: null, dueAt: null, finishedAt: new Date() };
      await finish(Replay, lease, done, transaction);
    } else await reschedule(Replay, lease, { delayMs: config.pollMs }, transaction);
  });
}

async function findNextFailed({ id, createdAt }: Replay, range: ReplayRange): Promise<Delivery[]> {
  const { workspaceId } = range;
  const sendable = await sendableAgain(workspaceId);
  const next = await ofSendableClaims(workspaceId, {
    [Op.and]: [
      whereInRange(range),
      sendable,
      { createdAt: { [Op.lte]: createdAt } },
      // A delivery that failed again is not sent a third time.
      { [Op.or]: [{ replayId: null }, { replayId: { [Op.ne]: id } }] },
    ],
  });
  return Delivery.findAll({ ...next, order: [["sendBefore", "ASC"]], limit: OPEN_MAX });
}

/**
 * Sends as many as are free of the claims that an ad platform never got.
 * @returns whether there may be more
 */
async function sendNextUnsent(
  { id: replayId, workspaceId, createdAt }: Replay,
  range: ReplayRange,
  free: number,
): Promise<boolean> {
  const start = new Date(createdAt.getTime() + 1);
  const before = range.before && range.before < start ? range.before : start;
  const unsent = await findUnsentClaims({ ...range, before });
  if (free === 0) return countClaims(unsent) > 0;
  let created = 0;
  for (const claims of unsent)
    for (const submissionId of await findNextUnsent(claims, free - created)) {
      const missed = { workspaceId, submissionId, adPlatform: claims.adPlatform, replayId };
      const create = (transaction: Transaction) => createMissedDelivery(missed, transaction);
      if (await inTransaction(create, { queue: workspaceId })) created += 1;
    }
  return created > 0;
}
