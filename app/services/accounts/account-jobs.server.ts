import { Op } from "sequelize";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { type PollingJob, startPolling } from "#app/lib/polling-job.server.ts";
import { User, Workspace } from "#app/models/index.server.ts";
import { deleteExpiredDecoys } from "#app/services/auth/registration/decoy-registrations.server.ts";
import { rebuildTotals } from "#app/services/submissions/rebuild-totals.server.ts";
import { eraseWorkspace } from "#app/services/workspaces/erase-workspace.server.ts";
import { eraseAccount } from "./erase-account.server.ts";

const POLL_MS = 2 * SECOND;
const AT_ONCE = 20;
const STOP_MS = 10 * SECOND;

/**
 * Carries out what takes longer than a request: totals in another time zone, and deletions. A request stays in its row
 * until it is done, so a restart continues it. Any number of processes may run this at once.
 */
export function startAccountJobs(): PollingJob {
  return startPolling({ job: "owners' requests", pauseMs: POLL_MS, stopMs: STOP_MS, round });
}

async function round(isStopping: () => boolean): Promise<boolean> {
  await deleteExpiredDecoys();
  const workspaces = await Workspace.findAll({
    where: { [Op.or]: [{ zoneChangedAt: { [Op.ne]: null } }, { deleteRequestedAt: { [Op.ne]: null } }] },
    limit: AT_ONCE,
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
    limit: AT_ONCE,
  });
  for (const { id } of users) await attempt({ userId: id }, () => eraseAccount(id));
  // A request that cannot be finished yet stays: another round at once would never end.
  return false;
}

async function attempt(about: object, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error, ...about }, "an account request could not be carried out yet");
  }
}
