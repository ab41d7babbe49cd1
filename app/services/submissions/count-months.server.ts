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
import { CountedMonth, JobRun, Workspace } from "#app/models/index.server.ts";

/** The job that looks for months that have ended. */
export const ENDED_MONTHS_JOB = "ended months";

const WORKSPACES_AT_ONCE = 200;
const COUNTED_MAX = 100;
/** When a month that could not be counted is counted again. */
const AGAIN_MS = HOUR;

/** Has the months counted that have ended since the last run: its mark is the first that it did not look at. */
export async function addEndedMonths(
  now = new Date(),
  isStopping: () => boolean = () => false,
): Promise<void> {
  const run = await retryRead(() => JobRun.findByPk(ENDED_MONTHS_JOB, { attributes: ["mark"] }));
  const range = {
    from: run?.mark ?? null,
    before: new Date(now.getTime() - ENDED_MS).toISOString().slice(0, 7),
  };
  for (let last = ""; ; ) {
    const where = { id: { [Op.gt]: last } };
    const workspaces = await retryRead(() =>
      Workspace.findAll({ where, attributes: ["id"], order: [["id", "ASC"]], limit: WORKSPACES_AT_ONCE }),
    );
    const ids = workspaces.map(({ id }) => id);
    if (ids.length > 0) {
      const months = await retryRead(() => findNewMonths(ids, range));
      if (months.length > 0) await inTransaction((transaction) => addMonths(months, transaction));
    }
    if (ids.length < WORKSPACES_AT_ONCE) break;
    if (isStopping()) return;
    last = ids.at(-1) ?? "";
  }
  await inTransaction((transaction) =>
    JobRun.update({ mark: range.before }, { where: { name: ENDED_MONTHS_JOB }, transaction }),
  );
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
