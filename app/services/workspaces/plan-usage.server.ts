import { retryRead } from "#app/database/connection.server.ts";
import { countStates, findCountedDays } from "#app/database/queries/statistics.server.ts";
import { dayIn } from "#app/lib/dates.ts";
import { findPlan, type PlanUsage } from "#app/lib/plans.ts";
import type { Workspace } from "#app/models/index.server.ts";

/** How many of this month's claims are verified, by the day of the claim in the workspace's time zone. */
export async function countVerifiedOfMonth(
  { id: workspaceId, timeZone }: Pick<Workspace, "id" | "timeZone">,
  now = new Date(),
): Promise<number> {
  const today = dayIn(timeZone, now);
  const days = { from: `${today.slice(0, 7)}-01`, to: today };
  const counts = await retryRead(async () => countStates(await findCountedDays({ workspaceId, days })));
  return counts.reduce((sum, { status, count }) => sum + (status === "handled" ? count : 0), 0);
}

/** What a workspace has used of its plan. Nothing is refused beyond it: the owner is told. */
export async function getPlanUsage(workspace: Workspace): Promise<PlanUsage> {
  const plan = findPlan(workspace.subscriptionPlan);
  return {
    planName: plan?.name ?? workspace.subscriptionPlan,
    isActive: workspace.subscriptionStatus === "active",
    used: await countVerifiedOfMonth(workspace),
    limit: plan?.verifiedClaimsPerMonth ?? null,
  };
}
