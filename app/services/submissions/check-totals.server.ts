import { differingTotals } from "#app/database/queries/totals.server.ts";
import { log } from "#app/lib/log.server.ts";

/** Compares the totals with the rows they count and logs an error on a difference, which is always a bug. */
export async function checkTotals(): Promise<number> {
  const differing = await differingTotals();
  if (differing.length > 0) {
    log.error(
      { differing: differing.slice(0, 20), count: differing.length },
      "totals differ from the submissions they count",
    );
  }
  return differing.length;
}
