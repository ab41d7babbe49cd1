import { UniqueConstraintError } from "sequelize";
import { announceDue } from "#app/database/announcements.server.ts";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { readDateRange } from "#app/lib/date-range.ts";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { DELIVERY_STATES_UNDER_WAY } from "#app/lib/event-state.ts";
import { isId } from "#app/lib/ids.ts";
import { Replay, type Workspace } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { ReplayInput, ReplayPageQuery, ReplayPreview, ReplayResponse } from "#app/schemas/replays.ts";
import { findUnaccepted } from "#app/services/deliveries/list-attempts.server.ts";
import { type Access, assertAccess } from "#app/services/workspaces/access.server.ts";
import { countByState, countSendable, previewReplay, type ReplayRange } from "./replay-range.server.ts";

type ReplayRequest = {
  workspace: Pick<Workspace, "id" | "timeZone">;
  input: Omit<ReplayInput, "dryRun"> & Partial<ReplayPageQuery>;
};

async function readRange({ workspace, input }: ReplayRequest): Promise<ReplayRange> {
  const { id: workspaceId, timeZone } = workspace;
  const { platform, of, ids, only = null, ...query } = input;
  const all = { workspaceId, adPlatform: null, from: null, before: null, only };
  if (of === "chosen") return { ...all, deliveryIds: ids ?? [] };
  if (of === "matching")
    return { ...all, deliveryIds: await findUnaccepted({ workspace, query: { platform, ...query } }) };
  const { from, before } = readDateRange(timeZone, query);
  const deliveryIds = ids ?? null;
  const part = of === "neverSent" ? of : only;
  return { workspaceId, adPlatform: platform ?? null, from, before, deliveryIds, only: part };
}

export function toReplayRange(replay: Replay): ReplayRange {
  const { workspaceId, adPlatform, fromTime: from, beforeTime: before, deliveryIds, only } = replay;
  return {
    workspaceId,
    adPlatform,
    from,
    before,
    only,
    deliveryIds: deliveryIds === null ? null : (JSON.parse(deliveryIds) as string[]),
  };
}

/**
 * What a replay would do; it changes nothing.
 * @throws {Invalid} for a range whose end is before its start
 */
export async function planReplay(asked: ReplayRequest): Promise<ReplayPreview> {
  return previewReplay(await readRange(asked));
}

/**
 * Starts a replay of a range: of its failed events, and of verified claims without one, each under its event
 * id. A job sends a few at a time, also if the right that is checked here ends meanwhile.
 * @throws {Conflict} `replay_running`, `nothing_to_replay`
 */
export async function startReplay({ access, ...asked }: ReplayRequest & { access: Access }): Promise<Replay> {
  const range = await readRange(asked);
  const { workspaceId, adPlatform, from, before, deliveryIds, only } = range;
  const total = await countSendable(range);
  if (total === 0) throw new Conflict("nothing_to_replay", messages.deliveries.nothingToReplay);
  try {
    return await inTransaction(async (transaction) => {
      await assertAccess(access, "deliveries:write", transaction);
      announceDue(Replay, transaction);
      return Replay.create(
        {
          workspaceId,
          runningIn: workspaceId,
          state: "running",
          dueAt: new Date(),
          attemptCount: 0,
          adPlatform,
          fromTime: from,
          beforeTime: before,
          deliveryIds: deliveryIds && JSON.stringify(deliveryIds),
          only,
          total,
          createdAt: new Date(),
        },
        { transaction },
      );
    });
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
    throw new Conflict("replay_running", messages.deliveries.replayRunning);
  }
}

type ReplayKey = { workspaceId: string; replayId: string };

/**
 * A replay with how far it is.
 * @throws {NotFound} also for another workspace's
 */
export async function getReplay({ workspaceId, replayId }: ReplayKey): Promise<ReplayResponse> {
  const replay = isId(replayId)
    ? await retryRead(() => Replay.findOne({ where: { id: replayId, workspaceId } }))
    : null;
  if (!replay) throw new NotFound("Replay");
  // One query, because an event that ends between two would be missing from both counts.
  const counts = await retryRead(() => countByState({ workspaceId, replayId }));
  const { id, state, total, createdAt, finishedAt } = replay;
  return {
    id,
    state,
    total,
    sent: counts(["sent"]),
    failed: counts(["failed", "expired", "skipped"]),
    waiting: counts(DELIVERY_STATES_UNDER_WAY),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** The replay that runs now, or the newest one; null if there was none. */
export async function findLatestReplay(workspaceId: string): Promise<ReplayResponse | null> {
  const latest = await retryRead(() =>
    Replay.findOne({ where: { workspaceId }, attributes: ["id"], order: [["createdAt", "DESC"]] }),
  );
  return latest && getReplay({ workspaceId, replayId: latest.id });
}

/**
 * Ends a replay: deliveries not yet reopened stay failed. Cancelling twice changes nothing.
 * @throws {NotFound} also for another workspace's
 */
export async function cancelReplay({
  access,
  replayId,
}: {
  access: Access;
  replayId: string;
}): Promise<ReplayResponse> {
  if (!isId(replayId)) throw new NotFound("Replay");
  const { workspaceId } = access;
  await inTransaction(async (transaction) => {
    await assertAccess(access, "deliveries:write", transaction);
    await Replay.update(
      { state: "cancelled", runningIn: null, dueAt: null, leaseToken: null, finishedAt: new Date() },
      { where: { id: replayId, workspaceId, state: "running" }, transaction },
    );
  });
  return getReplay({ workspaceId, replayId });
}
