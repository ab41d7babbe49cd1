import { type Contract, currentContract, hasOnlyTiers, listGaps } from "#app/lib/contracts.ts";
import { dayIn } from "#app/lib/dates.ts";
import { currencyCodes, displayMoney } from "#app/lib/money.ts";
import { amountLimitIn } from "#app/lib/unlikely-amount.ts";
import { presentContract } from "#app/presenters/contract.ts";
import { presentProgress } from "#app/presenters/month.ts";
import { currentTiers, presentPlatform } from "#app/presenters/platform.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { getMonthProgress } from "#app/services/commissions/month-progress.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { findOfferingForms } from "#app/services/platforms/form-platforms.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { previewDeletion } from "#app/services/platforms/preview-deletion.server.ts";
import { settingsVersion } from "#app/services/platforms/settings-version.server.ts";
import { tiersVersion } from "#app/services/platforms/tiers-version.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { toTierRows } from "./tier-rows.server.ts";

/** @throws {NotFound} also for another workspace's platform */
export async function loadCommission({ workspace, role }: Member, platformId: string) {
  const row = await getPlatform({ workspaceId: workspace.id, platformId });
  const progress = (await getMonthProgress(workspace, [row])).platforms.get(row.id);
  const platform = presentPlatform(row);
  return {
    canEdit: isAllowed(role, "platforms:write"),
    platform,
    progress: progress ? presentProgress(progress, workspace.currency) : null,
    currencies: currencyCodes(),
    contracts: presentContracts(row.contracts ?? []),
    tiers: {
      ...toTierRows(platform, workspace.currency),
      seen: tiersVersion(currentTiers(row)),
      total: progress?.total.amount ?? "0",
    },
  };
}

function presentContracts(contracts: readonly Contract[]) {
  const now = new Date();
  const current = currentContract(contracts, now);
  return {
    /** The current one where tiers do not say all of it. */
    other: current && !hasOnlyTiers(current) ? presentContract(current) : null,
    list: {
      contracts: contracts.map(presentContract).reverse(),
      currentId: current?.id ?? null,
      gaps: listGaps(contracts),
      today: dayIn(contracts[0]?.timeZone ?? "UTC", now),
    },
  };
}

/** @throws {NotFound} also for another workspace's platform */
export async function loadOnForm({ workspace, role }: Member, platformId: string) {
  const row = await getPlatform({ workspaceId: workspace.id, platformId });
  const { currency } = workspace;
  const { rates } = await getWorkspaceRates(workspace);
  const forms = await findOfferingForms(workspace.id);
  return {
    canEdit: isAllowed(role, "platforms:write"),
    platform: presentPlatform(row),
    seen: settingsVersion(row),
    currencies: currencyCodes(),
    currency,
    defaultLimit: displayMoney(amountLimitIn(currency, null, rates), currency),
    forms: forms.map(({ platformIds, ...form }) => ({ ...form, hasPlatform: platformIds.includes(row.id) })),
    deletion: await previewDeletion({ workspaceId: workspace.id, platformId: row.id }),
  };
}
