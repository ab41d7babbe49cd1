import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { Delivery, Submission, User } from "#app/models/index.server.ts";
import { ARRIVING_MS } from "#app/services/submissions/rebuild-totals.server.ts";

const CHUNK = 1_000;

/**
 * Erases what a deleted account owns, a thousand submissions at a time and the account itself last. May be stopped and begun again at
 * any point.
 */
export async function eraseAccount(user: User, isStopping: () => boolean): Promise<void> {
  const { id: userId, deleteRequestedAt } = user;
  if (!deleteRequestedAt) return;
  while (!isStopping()) {
    const ids = await nextSubmissions(userId);
    if (ids.length === 0) break;
    await inTransaction(async (transaction) => {
      await Delivery.destroy({ where: { submissionId: { [Op.in]: ids } }, transaction });
      await Submission.destroy({ where: { id: { [Op.in]: ids } }, transaction });
    });
  }
  // What a visitor sent a moment before may still be written: it needs its form to be there.
  if (isStopping() || Date.now() - deleteRequestedAt.getTime() < ARRIVING_MS) return;
  if ((await nextSubmissions(userId)).length > 0) return;
  await inTransaction((transaction) => User.destroy({ where: { id: userId }, transaction }));
}

async function nextSubmissions(userId: string): Promise<string[]> {
  const rows = await Submission.findAll({
    where: { userId },
    attributes: ["id"],
    limit: CHUNK,
    raw: true,
  });
  return rows.map(({ id }) => id);
}
