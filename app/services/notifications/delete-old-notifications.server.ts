import { Op } from "sequelize";
import { deleteChunk } from "#app/database/delete-chunk.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { Notification } from "#app/models/index.server.ts";

const MAX_AGE_MS = 90 * DAY;

/** Deletes notifications after 90 days, read or not. */
export const deleteOldNotifications = (): Promise<boolean> =>
  deleteChunk(Notification, {
    where: { id: { [Op.lt]: firstIdAt(new Date(Date.now() - MAX_AGE_MS)) } },
    order: [["id", "ASC"]],
  });
