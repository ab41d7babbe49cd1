import { Op } from "sequelize";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { type PollingJob, startPolling } from "#app/lib/polling-job.server.ts";
import { User } from "#app/models/index.server.ts";
import { deleteExpiredDecoys } from "#app/services/auth/registration/decoy-registrations.server.ts";
import { rebuildTotals } from "#app/services/submissions/rebuild-totals.server.ts";
import { eraseAccount } from "./erase-account.server.ts";

const POLL_MS = 2 * SECOND;
const AT_ONCE = 20;
const STOP_MS = 10 * SECOND;

/**
 * Carries out what owners asked for and what takes longer than a request: totals in another time zone, the end of an account. What is
 * asked for stands in the user's row until it is done, so a restart goes on where it was. Any number of processes may do it at once.
 */
export function startAccountJobs(): PollingJob {
  return startPolling({ job: "owners' requests", pauseMs: POLL_MS, stopMs: STOP_MS, round });
}

async function round(isStopping: () => boolean): Promise<boolean> {
  await deleteExpiredDecoys();
  const users = await User.findAll({
    where: { [Op.or]: [{ zoneChangedAt: { [Op.ne]: null } }, { deleteRequestedAt: { [Op.ne]: null } }] },
    limit: AT_ONCE,
  });
  for (const user of users) {
    if (isStopping()) break;
    try {
      if (user.deleteRequestedAt) await eraseAccount(user, isStopping);
      else await rebuildTotals(user, isStopping);
    } catch (error) {
      log.warn({ err: error, userId: user.id }, "what an owner asked for could not be done yet");
    }
  }
  // One that cannot be done yet stays: at once again would be without end.
  return false;
}
