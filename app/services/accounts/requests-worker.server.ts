import { Op } from "sequelize";
import { SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { User } from "#app/models/index.server.ts";
import { moveToZone } from "../submissions/move-to-zone.server.ts";
import { eraseAccount } from "./erase-account.server.ts";
import { forgetHeld } from "./held-registrations.server.ts";

const POLL_MS = 2 * SECOND;
const AT_ONCE = 20;
const STOP_MS = 10 * SECOND;

export type RequestsWorker = { stop(): Promise<void> };

/**
 * Carries out what owners asked for and what takes longer than a request: totals in another time zone, the end of an account. What is
 * asked for stands in the user's row until it is done, so a restart goes on where it was. Any number of processes may do it at once.
 */
export function startRequestsWorker(): RequestsWorker {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let wake: () => void = () => {};

  const round = async () => {
    await forgetHeld();
    const users = await User.findAll({
      where: { [Op.or]: [{ zoneChangedAt: { [Op.ne]: null } }, { deleteRequestedAt: { [Op.ne]: null } }] },
      limit: AT_ONCE,
    });
    for (const user of users) {
      if (isStopping) return;
      try {
        if (user.deleteRequestedAt) await eraseAccount(user, () => isStopping);
        else await moveToZone(user, () => isStopping);
      } catch (error) {
        log.warn({ err: error, userId: user.id }, "what an owner asked for could not be done yet");
      }
    }
  };

  const running = (async () => {
    while (!isStopping) {
      try {
        await round();
      } catch (error) {
        log.warn({ err: error }, "what owners asked for could not be read; the next round follows");
      }
      if (isStopping) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, POLL_MS);
      });
    }
  })();

  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      wake();
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
    },
  };
}
