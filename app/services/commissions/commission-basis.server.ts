import { retryRead } from "#app/database/connection.server.ts";
import { sumIn, type Tier } from "#app/lib/commission.ts";
import { contractOn, findTiers } from "#app/lib/contracts.ts";
import { MonthTotal, type Submission, type Workspace } from "#app/models/index.server.ts";
import { getWorkspaceRates } from "../exchange-rates/own-rates.server.ts";
import { findContracts } from "../platforms/contracts/read-contracts.server.ts";

/** The inputs for the commission of an amount that is not verified yet. */
export type CommissionBasis = {
  tiers: Tier[];
  /** The verified total of the claim's month, in the tiers' currency. */
  monthTotal: string;
};

/** @returns null where the contract of the month has no tiers */
export async function findCommissionBasis(
  workspace: Pick<Workspace, "id" | "timeZone">,
  { platformId, day, country }: Pick<Submission, "platformId" | "day" | "country">,
): Promise<CommissionBasis | null> {
  const workspaceId = workspace.id;
  const [{ rates }, contracts, totals] = await Promise.all([
    getWorkspaceRates(workspace),
    findContracts({ workspaceId, platformId }),
    retryRead(() =>
      MonthTotal.findAll({ where: { workspaceId, platformId, month: day.slice(0, 7), kind: "verified" } }),
    ),
  ]);
  const contract = contractOn(contracts.get(platformId) ?? [], `${day.slice(0, 7)}-01`);
  const found = findTiers(contract, country);
  return found && { tiers: found.tiers, monthTotal: sumIn(found.currency, totals, rates).amount };
}
