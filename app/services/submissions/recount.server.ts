import { log } from "#app/lib/log.server.ts";
import { differingTotals } from "#app/models/totals.server.ts";

/** Compares the totals with the rows they count and sounds the alarm on a difference. It mends nothing: a difference is a fault of ours. */
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
