import { Op } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { fromNow, LEASE_MS } from "#app/database/leases.server.ts";
import { config } from "#app/env.server.ts";
import { MINUTE, SECOND } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { Channel } from "#app/models/index.server.ts";
import { addFailure, isResting, letRest, toRecovered } from "#app/services/retries/health.server.ts";
import { retryDelay } from "#app/services/retries/plan-retry.server.ts";

const MAIL = { name: "mail" } as const;
/** The operator is told once; the mail server rests each time. */
const LIMITS = { toldAt: [5], pausedAt: 5 };
const IS_OVER = { [Op.lte]: fromNow(0) };
/** What began before the rest does not count. */
const COUNTED = { ...MAIL, [Op.or]: [{ pausedUntil: null }, { pausedUntil: IS_OVER }, { isProbed: true }] };
/** How long it rests, longer after each email that was tried. */
const RESTS = { stepsMs: [30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE], scale: config.mailRetryScale };

/**
 * How many of the due emails may leave now: all, none while the mail server rests, and one by one process once that
 * is over, to see whether it works again.
 */
export async function admitMails(wanted: number): Promise<number> {
  const channel = await Channel.findOne({ where: MAIL });
  if (channel?.pausedUntil == null) return wanted;
  if (isResting(channel)) return 0;
  const [taken] = await inTransaction((transaction) =>
    Channel.update({ pausedUntil: fromNow(LEASE_MS), isProbed: true } as object, {
      where: { ...MAIL, pausedUntil: IS_OVER },
      transaction,
    }),
  );
  return taken;
}

/** Counts a failure of the mail server itself, and lets it rest after some in a row. */
export async function recordMailFailure(lastError: string): Promise<void> {
  const change = await inTransaction(async (transaction) => {
    await Channel.bulkCreate([MAIL], { ignoreDuplicates: true, transaction });
    const added = await addFailure(Channel, COUNTED, LIMITS, transaction);
    await Channel.update({ lastError, isProbed: false }, { where: COUNTED, transaction });
    const restMs = retryDelay(RESTS, { failures: added.failures - LIMITS.pausedAt + 1 });
    if (added.isPaused) await letRest(Channel, MAIL, restMs, transaction);
    return added;
  }).catch(logUnsaved);
  if (change?.isTold) log.warn({ reason: lastError }, "the mail server fails; emails wait until it works");
}

/** Starts the count again once the mail server has taken an email, or refused one address. */
export async function recordMailSuccess(): Promise<void> {
  try {
    const channel = await Channel.findOne({ where: { ...MAIL, failureCount: { [Op.gt]: 0 } } });
    if (!channel) return;
    const recovered = { ...toRecovered({ keepsRest: false }), isProbed: false };
    await inTransaction((transaction) => Channel.update(recovered, { where: MAIL, transaction }));
    if (channel.failureCount >= LIMITS.pausedAt) log.info("the mail server works again");
  } catch (error) {
    logUnsaved(error);
  }
}

/** The next email records it. */
function logUnsaved(err: unknown): null {
  log.warn({ err }, "the health of the mail server could not be recorded");
  return null;
}
