import { Op } from "sequelize";
import { deleteChunk } from "#app/database/delete-chunk.server.ts";
import { PushSubscription, Session } from "#app/models/index.server.ts";

/** Deletes up to 500 push subscriptions whose session has ended. @returns whether there may be more */
export const deleteEndedSubscriptions = (now = new Date()): Promise<boolean> =>
  deleteChunk(PushSubscription, {
    include: {
      model: Session,
      as: "session",
      attributes: [],
      required: true,
      where: { [Op.or]: [{ endedAt: { [Op.ne]: null } }, { expiresAt: { [Op.lte]: now } }] },
    },
  });
