import type { Days } from "#app/lib/periods.ts";
import { sumLastCounts } from "#app/services/counting/open-counts.server.ts";
import { addClaimSum, addSpendSum, createPresenter, type MoneyRow, newGroup } from "./money-groups.ts";

/** The money of some days in all, of each of several workspaces, as it was counted last. */
export async function getMoneyOfWorkspaces(
  places: readonly { workspaceId: string; days: Days }[],
): Promise<Map<string, MoneyRow & { isBehind: boolean }>> {
  const all = await sumLastCounts(places, [
    { basis: "claim", kind: "form" },
    { basis: "spend", kind: "day" },
  ]);
  return new Map(
    all.map(({ workspaceId, sums: [claims = [], spend = []], ...counts }) => {
      const group = newGroup(null);
      for (const sum of claims) addClaimSum(group, sum);
      for (const sum of spend) addSpendSum(group, sum);
      return [workspaceId, { ...createPresenter("claim", counts)(group), isBehind: counts.isBehind }];
    }),
  );
}
