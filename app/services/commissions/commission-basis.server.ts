import { retryRead } from "#app/database/connection.server.ts";
import { sumIn, type Tier } from "#app/lib/commission.ts";
import { CommissionTier, MonthTotal, type Submission, type Workspace } from "#app/models/index.server.ts";
import { getWorkspaceRates } from "../exchange-rates/own-rates.server.ts";

/** The inputs for the commission of an amount that is not verified yet. */
export type CommissionBasis = {
  tiers: Tier[];
  /** The verified total of the claim's month, in the tiers' currency. */
  monthTotal: string;
};

/** @returns null for a broker without tiers */
export async function findCommissionBasis(
  workspace: Pick<Workspace, "id" | "timeZone">,
  { platformId, day }: Pick<Submission, "platformId" | "day">,
): Promise<CommissionBasis | null> {
  const workspaceId = workspace.id;
  const [{ rates }, tiers, totals] = await Promise.all([
    getWorkspaceRates(workspace),
    retryRead(() =>
      CommissionTier.findAll({ where: { workspaceId, platformId }, order: [["position", "ASC"]] }),
    ),
    retryRead(() =>
      MonthTotal.findAll({ where: { workspaceId, platformId, month: day.slice(0, 7), kind: "verified" } }),
    ),
  ]);
  const currency = tiers[0]?.currency;
  if (!currency) return null;
  return {
    tiers: tiers.map(({ name, minAmount, maxAmount, type, value }) => ({
      name,
      minAmount,
      maxAmount,
      type,
      value,
      currency,
    })),
    monthTotal: sumIn(currency, totals, rates).amount,
  };
}
