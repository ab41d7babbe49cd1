import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import {
  addMonths,
  ENDED_MS,
  findNewMonths,
  writeMonthCounts,
} from "#app/database/queries/month-counts.server.ts";
import { HOUR } from "#app/lib/dates.ts";
import { log } from "#app/lib/log.server.ts";
import { CountedMonth } from "#app/models/index.server.ts";

const ADDED_MAX = 10_000;
const COUNTED_MAX = 100;
/** When a month that could not be counted is counted again. */
const AGAIN_MS = HOUR;

/** Has the months counted that have ended. @returns whether there may be more */
export async function addEndedMonths(now = new Date()): Promise<boolean> {
  const month = new Date(now.getTime() - ENDED_MS).toISOString().slice(0, 7);
  const months = await retryRead(() => findNewMonths(month, ADDED_MAX));
  if (months.length > 0) await inTransaction((transaction) => addMonths(months, transaction));
  return months.length === ADDED_MAX;
}

const isDue = () => ({ dueAt: { [Op.lte]: fromNow(0) } });

/** Counts the months that are due. @returns whether there may be more */
export async function countDueMonths(isStopping: () => boolean = () => false): Promise<boolean> {
  const months = await retryRead(() =>
    CountedMonth.findAll({ where: isDue(), order: [["dueAt", "ASC"]], limit: COUNTED_MAX }),
  );
  for (const month of months) {
    if (isStopping()) return true;
    try {
      await countMonth(month);
    } catch (error) {
      // The others are counted; this one is read by its days until it can be.
      log.error(
        { err: error, month: month.month, workspaceId: month.workspaceId },
        "a month was not counted",
      );
      await postpone(month);
    }
  }
  return months.length === COUNTED_MAX;
}

const postpone = ({ workspaceId, month }: CountedMonth) =>
  inTransaction((transaction) =>
    CountedMonth.update(
      { dueAt: fromNow(AGAIN_MS) },
      { where: { workspaceId, month, ...isDue() }, transaction },
    ),
  );

async function countMonth({ workspaceId, month }: CountedMonth): Promise<void> {
  await inTransaction(async (transaction) => {
    // Whoever changes the month waits for its row, or has moved it: then it is counted later.
    const where = { workspaceId, month, ...isDue() };
    const [count] = await CountedMonth.update({ dueAt: null }, { where, transaction });
    if (count > 0) await writeMonthCounts({ workspaceId, month }, transaction);
  });
}
