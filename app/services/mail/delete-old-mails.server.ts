import { Op } from "sequelize";
import { deleteChunk } from "#app/database/delete-chunk.server.ts";
import { config } from "#app/env.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { Mail } from "#app/models/index.server.ts";
import { deleteOldMailFiles } from "./mail-files.server.ts";

/** Deletes emails after their retention, sent or not. @returns whether there may be more */
export async function deleteOldMails(): Promise<boolean> {
  const before = new Date(Date.now() - config.mailRetentionDays * DAY);
  await deleteOldMailFiles(before);
  return deleteChunk(Mail, { where: { createdAt: { [Op.lt]: before } }, order: [["createdAt", "ASC"]] });
}
