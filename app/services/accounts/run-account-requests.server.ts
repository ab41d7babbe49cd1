import { Op } from "sequelize";
import { log } from "#app/lib/log.server.ts";
import { User, Workspace } from "#app/models/index.server.ts";
import { rebuildTotals } from "#app/services/submissions/rebuild-totals.server.ts";
import { eraseWorkspace } from "#app/services/workspaces/erase-workspace.server.ts";
import { eraseAccount } from "./erase-account.server.ts";

const LIMIT = 20;

/**
 * Carries out requests that take long: rebuilding totals for another time zone, deleting workspaces and
 * accounts. A request stays in its row until it is done, so that a restart continues it.
 */
export async function runAccountRequests(isStopping: () => boolean): Promise<void> {
  const workspaces = await Workspace.findAll({
    where: { [Op.or]: [{ zoneChangedAt: { [Op.ne]: null } }, { deleteRequestedAt: { [Op.ne]: null } }] },
    limit: LIMIT,
  });
  for (const workspace of workspaces) {
    if (isStopping()) break;
    await attempt({ workspaceId: workspace.id }, async () => {
      if (workspace.deleteRequestedAt) await eraseWorkspace(workspace, isStopping);
      else await rebuildTotals(workspace, isStopping);
    });
  }
  const users = await User.findAll({
    where: { deleteRequestedAt: { [Op.ne]: null } },
    attributes: ["id"],
    limit: LIMIT,
  });
  for (const { id } of users) await attempt({ userId: id }, () => eraseAccount(id));
}

async function attempt(about: object, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error, ...about }, "an account request could not be completed yet");
  }
}
