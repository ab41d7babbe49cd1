import { Op } from "sequelize";
import { dayIn, SECOND } from "#app/lib/dates.ts";
import { inTransaction, Submission, User } from "#app/models/index.server.ts";
import { addToSources, addToTotals } from "#app/models/totals.server.ts";

const CHUNK = 500;
/**
 * Forms keep their owner's time zone for a second and a submission may wait 8 seconds to be written: until then some may still
 * arrive under the old zone's day.
 */
export const ARRIVING_MS = 12 * SECOND;

/**
 * Counts the submissions of an account under the days of its time zone. What is under way may be stopped and begun again at any point,
 * and done twice: a row and its counts move together.
 * @returns whether nothing can arrive under the old days any more, so that it is done for good
 */
export async function moveToZone(user: User, isStopping: () => boolean): Promise<boolean> {
  const { id: userId, timeZone, zoneChangedAt } = user;
  if (!zoneChangedAt) return true;
  const hasSettled = Date.now() - zoneChangedAt.getTime() > ARRIVING_MS;
  let after: Submission | null = null;
  do {
    after = await moveChunk({ userId, timeZone, after });
  } while (after && !isStopping());
  if (after || !hasSettled) return false;
  await inTransaction((transaction) =>
    // Conditional: another zone may have been chosen meanwhile.
    User.update({ zoneChangedAt: null }, { where: { id: userId, zoneChangedAt, timeZone }, transaction }),
  );
  return true;
}

type Chunk = { userId: string; timeZone: string; after: Submission | null };

/** @returns the last row of a full chunk, from which to go on */
function moveChunk({ userId, timeZone, after }: Chunk): Promise<Submission | null> {
  const beyond = after && {
    [Op.or]: [
      { createdAt: { [Op.gt]: after.createdAt } },
      { createdAt: after.createdAt, id: { [Op.gt]: after.id } },
    ],
  };
  return inTransaction(async (transaction) => {
    const rows = await Submission.findAll({
      where: { userId, ...beyond },
      attributes: ["id", "userId", "createdAt", "day", "platformId", "status", "eventStatus", "source"],
      order: [
        ["createdAt", "ASC"],
        ["id", "ASC"],
      ],
      limit: CHUNK,
      // Decisions lock the row first too: none is counted in between.
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
        await Submission.update({ day }, { where: { id: ids }, transaction });
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

type Counted = Pick<Submission, "userId" | "day" | "platformId" | "status" | "eventStatus" | "source">;

const placeOf = ({ userId, day, platformId, status, eventStatus }: Counted) => ({
  userId,
  day,
  platformId,
  status,
  eventStatus,
});
const sourceOf = ({ userId, day, source }: Counted) => ({ userId, day, source: source ?? "" });
