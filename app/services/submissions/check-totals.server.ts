import { Op } from "sequelize";
import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { fromNow } from "#app/database/leases.server.ts";
import { differingMonths } from "#app/database/queries/month-counts.server.ts";
import {
  addFormDifferences,
  differingTotals,
  findFormDifferences,
} from "#app/database/queries/totals.server.ts";
import { log } from "#app/lib/log.server.ts";
import { CountedMonth } from "#app/models/index.server.ts";

/**
 * Compares the totals with the rows they count, and the counts of months with the totals of their days, and logs an
 * error on a difference, which is always a bug. Such a month is read by its days until it is counted again.
 * Totals of forms are mended, because they differ where a version that knows no forms has run beside this one.
 * @returns how many differed
 */
export async function checkTotals(): Promise<number> {
  const mended = await mendFormTotals();
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
  return mended + differing.length + months.length;
}

async function mendFormTotals(): Promise<number> {
  const found = await retryRead(findFormDifferences);
  const count = found.claims.length + found.views.length;
  if (count === 0) return 0;
  await inTransaction((transaction) => addFormDifferences(found, transaction));
  log.warn(
    { count, views: found.views.slice(0, 20), claims: found.claims.slice(0, 20) },
    "the totals of forms were mended",
  );
  return count;
}
