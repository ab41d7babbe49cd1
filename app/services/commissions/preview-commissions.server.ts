import { retryRead } from "#app/database/connection.server.ts";
import { type Money, sumByCurrency } from "#app/lib/commission.ts";
import { MonthTotal, type Workspace } from "#app/models/index.server.ts";
import { getWorkspaceRates } from "../exchange-rates/own-rates.server.ts";
import { findContracts } from "../platforms/contracts/read-contracts.server.ts";
import { commissionFor, type VerifiedAmount } from "./verified-amounts.server.ts";

/** What amounts would earn if they were verified now, one after the other. Stores nothing. */
export async function previewCommissions(
  workspace: Pick<Workspace, "id" | "timeZone">,
  amounts: VerifiedAmount[],
): Promise<Money[]> {
  if (amounts.length === 0) return [];
  const workspaceId = workspace.id;
  const platformId = [...new Set(amounts.map(({ submission }) => submission.platformId))];
  const month = [...new Set(amounts.map((amount) => amount.month))];
  const [rates, contracts, totals] = await Promise.all([
    getWorkspaceRates(workspace),
    findContracts({ workspaceId, platformId }),
    retryRead(() => MonthTotal.findAll({ where: { workspaceId, platformId, month } })),
  ]);
  const commissions = amounts.map((amount) => commissionFor(amount, totals, contracts, rates));
  return sumByCurrency(
    commissions.flatMap(({ earned, tierCurrency }) =>
      earned && tierCurrency ? [{ amount: earned, currency: tierCurrency }] : [],
    ),
  );
}
