import { retryRead } from "#app/database/connection.server.ts";
import { statusCount } from "#app/database/queries/totals.server.ts";
import { readValues, type Value } from "#app/database/values.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { findPlan, type PlanUsage } from "#app/lib/plans.ts";
import type { Workspace } from "#app/models/index.server.ts";

/** How many of this month's claims are verified, by the day of the claim in the workspace's time zone. */
export function verifiedOfMonth(
  { id: workspaceId, timeZone }: Pick<Workspace, "id" | "timeZone">,
  now = new Date(),
): Value<number> {
  const today = dayIn(timeZone, now);
  return statusCount(workspaceId, "handled", { from: `${today.slice(0, 7)}-01`, to: today });
}

export async function countVerifiedOfMonth(workspace: Pick<Workspace, "id" | "timeZone">): Promise<number> {
  const { used } = await retryRead(() => readValues({ used: verifiedOfMonth(workspace) }));
  return used;
}

/** What a workspace has used of its plan. Nothing is refused beyond it: the owner is told. */
export function toPlanUsage(workspace: Workspace, used: number): PlanUsage {
  const plan = findPlan(workspace.subscriptionPlan);
  return {
    planName: plan?.name ?? workspace.subscriptionPlan,
    isActive: workspace.subscriptionStatus === "active",
    used,
    limit: plan?.verifiedClaimsPerMonth ?? null,
  };
}
