import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { DomainEvent } from "#app/models/index.server.ts";

const MAX_AGE_MS = 30 * DAY;
const CHUNK = 500;

/** Deletes up to 500 domain events of more than 30 days ago. @returns whether there are more */
export async function deleteOldEvents(): Promise<boolean> {
  const rows = await DomainEvent.findAll({
    where: { id: { [Op.lt]: firstIdAt(new Date(Date.now() - MAX_AGE_MS)) } },
    attributes: ["id"],
    order: [["id", "ASC"]],
    limit: CHUNK,
  });
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await inTransaction((transaction) => DomainEvent.destroy({ where: { id: ids }, transaction }));
  return ids.length === CHUNK;
}
