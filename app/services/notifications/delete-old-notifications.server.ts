import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { Notification } from "#app/models/index.server.ts";

const MAX_AGE_MS = 90 * DAY;
const CHUNK = 500;

/** Deletes up to 500 notifications of more than 90 days ago, read or not. @returns whether there are more */
export async function deleteOldNotifications(): Promise<boolean> {
  const rows = await Notification.findAll({
    where: { id: { [Op.lt]: firstIdAt(new Date(Date.now() - MAX_AGE_MS)) } },
    attributes: ["id"],
    order: [["id", "ASC"]],
    limit: CHUNK,
  });
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await inTransaction((transaction) => Notification.destroy({ where: { id: ids }, transaction }));
  return ids.length === CHUNK;
}
