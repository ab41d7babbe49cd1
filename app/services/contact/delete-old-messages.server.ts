import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { ContactMessage } from "#app/models/index.server.ts";

/** The privacy policy says twelve months. */
const MAX_AGE_MS = 365 * DAY;
const CHUNK = 500;

/** Deletes up to 500 contact messages of more than a year ago. @returns whether there are more */
export async function deleteOldContactMessages(): Promise<boolean> {
  const rows = await ContactMessage.findAll({
    where: { createdAt: { [Op.lt]: new Date(Date.now() - MAX_AGE_MS) } },
    attributes: ["id"],
    order: [["createdAt", "ASC"]],
    limit: CHUNK,
  });
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await inTransaction((transaction) => ContactMessage.destroy({ where: { id: ids }, transaction }));
  return ids.length === CHUNK;
}
