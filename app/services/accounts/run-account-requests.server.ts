import { Op } from "sequelize";
import { log } from "#app/lib/log.server.ts";
import { User } from "#app/models/index.server.ts";
import { rebuildTotals } from "#app/services/submissions/rebuild-totals.server.ts";
import { eraseAccount } from "./erase-account.server.ts";

const LIMIT = 20;

/**
 * Carries out requests that take long: rebuilding totals for another time zone, erasing an account.
 * A request stays in the user's row until it is done, so that a restart continues it.
 */
export async function runAccountRequests(isStopping: () => boolean): Promise<void> {
  const users = await User.findAll({
    where: { [Op.or]: [{ zoneChangedAt: { [Op.ne]: null } }, { deleteRequestedAt: { [Op.ne]: null } }] },
    limit: LIMIT,
  });
  for (const user of users) {
    if (isStopping()) break;
    try {
      if (user.deleteRequestedAt) await eraseAccount(user, isStopping);
      else await rebuildTotals(user, isStopping);
    } catch (error) {
      log.warn({ err: error, userId: user.id }, "an account request could not be completed yet");
    }
  }
}
