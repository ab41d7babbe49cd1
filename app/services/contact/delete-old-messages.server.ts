import { Op } from "sequelize";
import { deleteChunk } from "#app/database/delete-chunk.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { ContactMessage } from "#app/models/index.server.ts";

/** The privacy policy says twelve months. */
const MAX_AGE_MS = 365 * DAY;

export const deleteOldContactMessages = (): Promise<boolean> =>
  deleteChunk(ContactMessage, {
    where: { createdAt: { [Op.lt]: new Date(Date.now() - MAX_AGE_MS) } },
    order: [["createdAt", "ASC"]],
  });
