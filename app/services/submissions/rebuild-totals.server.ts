import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { addToSources, addToTotals } from "#app/database/queries/totals.server.ts";
import { dayIn, SECOND } from "#app/lib/dates.ts";
import { Submission, Workspace } from "#app/models/index.server.ts";

const CHUNK = 500;
/**
 * Forms cache the time zone for a second and a write can wait 8 seconds: until then rows can arrive under
 * the old zone.
 */
export const ARRIVING_MS = 12 * SECOND;

/**
 * Moves submissions and their totals to the days of a new time zone. It can stop and restart at any point,
 * because a row and its counts move together.
 * @returns whether it is complete: nothing can arrive under the old zone any more
 */
export async function rebuildTotals(workspace: Workspace, isStopping: () => boolean): Promise<boolean> {
  const { id: workspaceId, timeZone, zoneChangedAt } = workspace;
  if (!zoneChangedAt) return true;
  const hasSettled = Date.now() - zoneChangedAt.getTime() > ARRIVING_MS;
  let after: Submission | null = null;
  do {
    after = await moveChunk({ workspaceId, timeZone, after });
  } while (after && !isStopping());
  if (after || !hasSettled) return false;
  await inTransaction((transaction) =>
    // Conditional, because the zone may have changed again.
    Workspace.update(
      { zoneChangedAt: null },
      { where: { id: workspaceId, zoneChangedAt, timeZone }, transaction },
    ),
  );
  return true;
}

type Chunk = { workspaceId: string; timeZone: string; after: Submission | null };

/** @returns the last row of a full chunk, to continue from */
function moveChunk({ workspaceId, timeZone, after }: Chunk): Promise<Submission | null> {
  const beyond = after && {
    [Op.or]: [
      { createdAt: { [Op.gt]: after.createdAt } },
      { createdAt: after.createdAt, id: { [Op.gt]: after.id } },
    ],
  };
  return inTransaction(async (transaction) => {
    const rows = await Submission.findAll({
      where: { workspaceId, ...beyond },
      attributes: ["id", "workspaceId", "createdAt", "day", "platformId", "status", "eventStatus", "source"],
      order: [
        ["createdAt", "ASC"],
        ["id", "ASC"],
      ],
      limit: CHUNK,
      // Decisions lock the row first too, so none is counted in between.
      lock: true,
      transaction,
    });
    const moved = rows.flatMap((row) => {
      const day = dayIn(timeZone, row.createdAt);
      return day === row.day ? [] : [{ ...row.get({ plain: true }), before: row.day, day }];
    });
    if (moved.length > 0) {
      for (const day of new Set(moved.map((row) => row.day))) {
        const ids = moved.filter((row) => row.day === day).map(({ id }) => id);
        await Submission.update({ day }, { where: { workspaceId, id: ids }, transaction });
      }
      const left = moved.map((row) => ({ ...row, day: row.before }));
      await addToTotals(left.map(placeOf), -1, transaction);
      await addToTotals(moved.map(placeOf), 1, transaction);
      await addToSources(left.map(sourceOf), -1, transaction);
      await addToSources(moved.map(sourceOf), 1, transaction);
    }
    return rows.length === CHUNK ? (rows.at(-1) ?? null) : null;
  });
}

type Counted = Pick<Submission, "workspaceId" | "day" | "platformId" | "status" | "eventStatus" | "source">;

const placeOf = ({ workspaceId, day, platformId, status, eventStatus }: Counted) => ({
  workspaceId,
  day,
  platformId,
  status,
  eventStatus,
});
const sourceOf = ({ workspaceId, day, source }: Counted) => ({ workspaceId, day, source: source ?? "" });
