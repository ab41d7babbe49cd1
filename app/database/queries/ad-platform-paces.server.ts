import { Op } from "sequelize";
import { inTransaction, sequelize } from "#app/database/connection.server.ts";
import { databaseNow, onConflictIgnore, timePlus } from "#app/database/dialect.server.ts";
import type { Lease } from "#app/database/leases.server.ts";
import { MINUTE } from "#app/lib/dates.ts";
import { AdPlatformPace } from "#app/models/ad-platform-pace.server.ts";

type Slot = {
  id: string;
  connectionId: string | null;
  perMinute: number;
  /** How many calls may follow a pause at once; a twelfth of a minute's without it. */
  burst?: number;
};

/** Without a burst a worker that looks once a second would fall behind. */
const BURST_SHARE = 12;

/**
 * The interval between calls, and how much unused time counts for later calls. Together they never let more
 * than `perMinute` calls into any minute.
 */
function spread({ perMinute, burst = Math.floor(perMinute / BURST_SHARE) }: Slot) {
  const intervalMs = MINUTE / (perMinute - burst);
  return { intervalMs, savedMs: burst * intervalMs };
}

/** Takes one call of the pace, which all processes share. False if the pace is used up. */
export async function acquireCallSlot(slot: Slot): Promise<boolean> {
  const { id, connectionId } = slot;
  const { intervalMs, savedMs } = spread(slot);
  const earliest = databaseNow(-savedMs);
  return inTransaction(async (transaction) => {
    await sequelize.query(
      `INSERT INTO adPlatformPaces (id, connectionId, nextAt)
       VALUES (:id, :connectionId, ${earliest}) ${onConflictIgnore}`,
      { replacements: { id, connectionId }, transaction },
    );
    const [taken] = await AdPlatformPace.update(
      {
        nextAt: sequelize.literal(
          `CASE WHEN nextAt > ${earliest} THEN ${timePlus("nextAt", intervalMs)} ELSE ${databaseNow(intervalMs - savedMs)} END`,
        ) as unknown as Date,
      },
      { where: { id, nextAt: { [Op.lte]: sequelize.literal(databaseNow()) } }, transaction },
    );
    return taken === 1;
  });
}

/** Reserves the next call of the pace, which all processes share. @returns how long (ms) it has to wait */
export async function reserveCallSlot(slot: Slot): Promise<number> {
  const { id, connectionId } = slot;
  const { intervalMs, savedMs } = spread(slot);
  return inTransaction(async (transaction) => {
    await sequelize.query(
      `INSERT INTO adPlatformPaces (id, connectionId, nextAt)
       VALUES (:id, :connectionId, ${databaseNow(-savedMs)}) ${onConflictIgnore}`,
      { replacements: { id, connectionId }, transaction },
    );
    const pace = await AdPlatformPace.findByPk(id, { lock: true, transaction, rejectOnEmpty: true });
    const now = Date.now();
    const at = Math.max(+pace.nextAt, now - savedMs);
    await pace.update({ nextAt: new Date(at + intervalMs) }, { transaction });
    return Math.max(0, at - now);
  });
}

/**
 * Releases a claimed delivery until its pace allows a call. Nothing was sent, so it does not count as an
 * attempt.
 */
export async function postponeForPace({ id }: Slot, { id: deliveryId, token }: Lease): Promise<void> {
  await inTransaction((transaction) =>
    sequelize.query(
      `UPDATE deliveries SET leaseToken = NULL, attemptCount = attemptCount - 1,
         dueAt = (SELECT nextAt FROM adPlatformPaces WHERE id = :id)
       WHERE id = :deliveryId AND leaseToken = :token`,
      { replacements: { id, deliveryId, token }, transaction },
    ),
  );
}
