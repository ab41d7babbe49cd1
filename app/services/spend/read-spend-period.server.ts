import { retryRead } from "#app/database/connection.server.ts";
import { SpendRow, type Workspace } from "#app/models/index.server.ts";
import type { StatisticsQuery } from "#app/schemas/statistics.ts";
import { type ChosenPeriod, readPeriod } from "#app/services/analytics/read-period.server.ts";

/**
 * The days that a query asks for. All time begins with the first spend where that is before the first claim.
 * @throws {Invalid} as `readPeriod`
 */
export async function readSpendPeriod(
  workspace: Pick<Workspace, "id" | "timeZone">,
  query: StatisticsQuery,
): Promise<ChosenPeriod> {
  const chosen = await readPeriod(workspace, query);
  const isOpen = query.from === undefined && (query.to !== undefined || query.period === "all");
  if (!isOpen) return chosen;
  const first = await retryRead(() =>
    SpendRow.min<string | null, SpendRow>("day", { where: { workspaceId: workspace.id } }),
  );
  const { days } = chosen;
  return { ...chosen, days: { from: first !== null && first < days.from ? first : days.from, to: days.to } };
}
