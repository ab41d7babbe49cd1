import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { addToTotals } from "#app/database/queries/totals.server.ts";
import { dayIn, hourIn, SECOND } from "#app/lib/dates.ts";
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

const counted = [
  ...(["workspaceId", "day", "hour", "platformId", "status", "eventStatus"] as const),
  ...(["source", "campaign", "country"] as const),
];

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
      attributes: ["id", "createdAt", ...counted],
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
      const hour = hourIn(timeZone, row.createdAt);
      const before = row.get({ plain: true });
      return day === row.day && hour === row.hour ? [] : [{ before, after: { ...before, day, hour } }];
    });
    if (moved.length > 0) {
      const placeOf = ({ day, hour }: { day: string; hour: number }) => `${day} ${hour}`;
      for (const place of new Set(moved.map(({ after: to }) => placeOf(to)))) {
        const group = moved.flatMap(({ after: to }) => (placeOf(to) === place ? [to] : []));
        const [{ day, hour }] = group as [(typeof group)[number]];
        await Submission.update(
          { day, hour },
          { where: { workspaceId, id: group.map(({ id }) => id) }, transaction },
        );
      }
      await addToTotals(
        moved.map(({ before }) => before),
        -1,
        transaction,
      );
      await addToTotals(
        moved.map(({ after: to }) => to),
        1,
        transaction,
      );
    }
    return rows.length === CHUNK ? (rows.at(-1) ?? null) : null;
  });
}
