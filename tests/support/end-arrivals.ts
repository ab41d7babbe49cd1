import { Op } from "sequelize";
import { Workspace } from "#app/models/index.server.ts";

/** Deleted workspaces are kept until no submission can arrive any more, some 12 seconds: that time is over. */
export async function endArrivals(): Promise<void> {
  const where = { deleteRequestedAt: { [Op.ne]: null } };
  await Workspace.update({ deleteRequestedAt: new Date(Date.now() - 60_000) }, { where });
}
