import { findFirstDay } from "#app/database/queries/statistics.server.ts";
import { SpendRow, type Workspace } from "#app/models/index.server.ts";
import type { StatisticsQuery } from "#app/schemas/statistics.ts";
import { type ChosenPeriod, readPeriod } from "#app/services/analytics/read-period.server.ts";

/**
 * The days that a query asks for. All time begins with the first spend where that is before the first claim.
 * @throws {Invalid} as `readPeriod`
 */
export const readSpendPeriod = (
  workspace: Pick<Workspace, "id" | "timeZone">,
  query: StatisticsQuery,
  now?: Date,
): Promise<ChosenPeriod> => readPeriod(workspace, query, now, findFirstDayOfMoney);

async function findFirstDayOfMoney(workspaceId: string): Promise<string | null> {
  const [counted, spent] = await Promise.all([
    findFirstDay(workspaceId),
    SpendRow.min<string | null, SpendRow>("day", { where: { workspaceId } }),
  ]);
  return counted !== null && spent !== null && counted < spent ? counted : (spent ?? counted);
}
