import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { config } from "#app/env.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { Mail } from "#app/models/index.server.ts";
import { deleteMailFiles } from "./mail-files.server.ts";

const CHUNK = 500;

/** Deletes up to 500 emails past their retention, sent or not. @returns whether there are more */
export async function deleteOldMails(): Promise<boolean> {
  const before = new Date(Date.now() - config.mailRetentionDays * DAY);
  await deleteMailFiles(before);
  const rows = await Mail.findAll({
    where: { createdAt: { [Op.lt]: before } },
    attributes: ["id"],
    order: [["createdAt", "ASC"]],
    limit: CHUNK,
  });
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await inTransaction((transaction) => Mail.destroy({ where: { id: ids }, transaction }));
  return ids.length === CHUNK;
}
