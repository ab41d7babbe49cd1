import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { markPlaces } from "#app/database/queries/day-marks.server.ts";
import { addUpMonth, differingMoney } from "#app/database/queries/money.server.ts";
import { differingMonths } from "#app/database/queries/month-counts.server.ts";
import {
  addPartDifferences,
  differingTotals,
  findPartDifferences,
} from "#app/database/queries/totals.server.ts";
import { log } from "#app/lib/log.server.ts";
import { CountedMonth } from "#app/models/index.server.ts";

/**
 * Compares totals, counts of months and money with the rows that they add up, and logs a difference as an error:
 * it is always a bug. Months and money are then added up again; until then a month is read by its days.
 * @returns how many differed
 */
export async function checkTotals(): Promise<number> {
  const differing = await differingTotals();
  if (differing.length > 0) {
    log.error(
      { differing: differing.slice(0, 20), count: differing.length },
      "totals differ from the submissions they count",
    );
  }
  const months = await differingMonths();
  if (months.length > 0) {
    log.error(
      { differing: months.slice(0, 20), count: months.length },
      "counts of months differ from the totals of their days",
    );
    await inTransaction((transaction) =>
      CountedMonth.update({ dueAt: fromNow(0) }, { where: { [Op.or]: months }, transaction }),
    );
  }
  const money = await retryRead(differingMoney);
  const count = money.days.length + money.months.length;
  if (count > 0) {
    log.error(
      { days: money.days.slice(0, 20), months: money.months.slice(0, 20), count },
      "the money of days or months differs from what it adds up",
    );
    await inTransaction((transaction) => markPlaces(money.days, transaction));
    for (const month of money.months) await inTransaction((transaction) => addUpMonth(month, transaction));
  }
  return differing.length + months.length + count;
}

/**
 * Mends the totals of forms and links, which differ where a version that knows none has run beside this one.
 * One process at a time: two would add a difference twice.
 */
export async function mendPartTotals(): Promise<void> {
  const found = await retryRead(findPartDifferences);
  const count = found.claims.length + found.views.length;
  if (count === 0) return;
  await inTransaction((transaction) => addPartDifferences(found, transaction));
  log.warn(
    { count, views: found.views.slice(0, 20), claims: found.claims.slice(0, 20) },
    "the totals of forms and links were mended",
  );
}
