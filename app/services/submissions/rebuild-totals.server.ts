import { inTransaction } from "#app/database/connection.server.ts";
import { markAllDays } from "#app/database/queries/day-marks.server.ts";
import { updateTotals } from "#app/database/queries/totals.server.ts";
import { dayIn, hourIn } from "#app/lib/dates.ts";
import { columnsFor } from "#app/lib/submission-columns.ts";
import { Submission, Workspace } from "#app/models/index.server.ts";
import { ARRIVING_MS } from "#app/services/opt-in-forms/opt-in-forms.server.ts";
import { findPlaces, getLastPlace, type Place } from "./find-places.server.ts";

const CHUNK = 500;

/**
 * Moves submissions and their totals to the days of a new time zone. It can stop and restart at any point,
 * because a row and its counts move together.
 * @returns whether it is complete: nothing can arrive under the old zone any more
 */
export async function rebuildTotals(workspace: Workspace, isStopping: () => boolean): Promise<boolean> {
  const { id: workspaceId, timeZone, zoneChangedAt } = workspace;
  if (!zoneChangedAt) return true;
  const hasSettled = Date.now() - zoneChangedAt.getTime() > ARRIVING_MS;
  let after: Place | undefined;
  do {
    after = await moveChunk({ workspaceId, timeZone, after });
  } while (after && !isStopping());
  if (after || !hasSettled) return false;
  await inTransaction(async (transaction) => {
    // Conditional, because the zone may have changed again.
    await Workspace.update(
      { zoneChangedAt: null },
      { where: { id: workspaceId, zoneChangedAt, timeZone }, transaction },
    );
    // Ad clicks have other days too.
    await markAllDays({ workspaceId }, transaction);
  });
  return true;
}

type Chunk = { workspaceId: string; timeZone: string; after: Place | undefined };

/** @returns the last place of a full chunk, to continue from */
function moveChunk({ workspaceId, timeZone, after }: Chunk): Promise<Place | undefined> {
  return inTransaction(async (transaction) => {
    const places = await findPlaces({ where: { workspaceId }, limit: CHUNK, after, transaction });
    const rows = await Submission.findAll({
      where: { workspaceId, id: places.map(({ id }) => id) },
      attributes: ["id", "createdAt", ...columnsFor("counted")],
      order: [["id", "ASC"]],
      // Decisions lock the row first too, so none is counted in between.
      lock: true,
      transaction,
    });
    const moved = rows.flatMap((row) => {
      const day = dayIn(timeZone, row.createdAt);
      const hour = hourIn(timeZone, row.createdAt);
      const before = row.get({ plain: true });
      return day === row.day && hour === row.hour ? [] : [{ before, after: { ...before, day, hour } }];
    });
    if (moved.length > 0) {
      const toPlaceKey = ({ day, hour }: { day: string; hour: number }) => `${day} ${hour}`;
      for (const place of new Set(moved.map(({ after: to }) => toPlaceKey(to)))) {
        const group = moved.flatMap(({ after: to }) => (toPlaceKey(to) === place ? [to] : []));
        const [{ day, hour }] = group as [(typeof group)[number]];
        await Submission.update(
          { day, hour },
          { where: { workspaceId, id: group.map(({ id }) => id) }, silent: true, transaction },
        );
      }
      await updateTotals(
        moved.map(({ before, after: to }) => ({ from: before, to })),
        transaction,
      );
    }
    return getLastPlace(places, CHUNK);
  });
}
