import { inTransaction, retryRead } from "#app/database/connection.server.ts";
import { addUpMonth } from "#app/database/queries/counts.server.ts";
import { markPlaces } from "#app/database/queries/day-marks.server.ts";
import { findDifferingCounts } from "#app/database/queries/differing-counts.server.ts";
import { differingTotals } from "#app/database/queries/totals.server.ts";
import { log } from "#app/lib/log.server.ts";

/**
 * Compares totals and counts with the rows that they add up, and logs a difference as an error: it is always a bug.
 * Days and months of counts are then counted again.
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
  const { days, months } = await retryRead(findDifferingCounts);
  const count = days.length + months.length;
  if (count > 0) {
    log.error(
      { days: days.slice(0, 20), months: months.slice(0, 20), count },
      "the counts of days or months differ from what they add up",
    );
    await inTransaction((transaction) => markPlaces(days, transaction));
    for (const month of months) await inTransaction((transaction) => addUpMonth(month, transaction));
  }
  return differing.length + count;
}
