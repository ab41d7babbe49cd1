import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { addMonths, findNewMonths, writeMonthCounts } from "#app/database/queries/month-counts.server.ts";
import { DAY } from "#app/lib/dates.ts";
import { CountedMonth } from "#app/models/index.server.ts";

/** How long after its end a month is counted: by then few of its claims change. */
const ENDED_MS = 14 * DAY;
const ADDED_MAX = 10_000;
const COUNTED_MAX = 100;

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
    await countMonth(month);
  }
  return months.length === COUNTED_MAX;
}

async function countMonth({ workspaceId, month }: CountedMonth): Promise<void> {
  await inTransaction(async (transaction) => {
    // Whoever changes the month waits for its row, or has moved it: then it is counted later.
    const where = { workspaceId, month, ...isDue() };
    const [count] = await CountedMonth.update({ dueAt: null }, { where, transaction });
    if (count > 0) await writeMonthCounts({ workspaceId, month }, transaction);
  });
}
