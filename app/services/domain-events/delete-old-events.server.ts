import { Op } from "sequelize";
import { deleteChunk } from "#app/database/delete-chunk.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { firstIdAt } from "#app/lib/ids.ts";
import { DomainEvent } from "#app/models/index.server.ts";

const MAX_AGE_MS = 30 * DAY;

export const deleteOldEvents = (): Promise<boolean> =>
  deleteChunk(DomainEvent, {
    where: { id: { [Op.lt]: firstIdAt(new Date(Date.now() - MAX_AGE_MS)) } },
    order: [["id", "ASC"]],
  });
