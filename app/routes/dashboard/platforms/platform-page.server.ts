import { currencyCodes, displayMoney } from "#app/lib/money.ts";
import { amountLimitIn } from "#app/lib/unlikely-amount.ts";
import { presentProgress } from "#app/presenters/month.ts";
import { presentPlatform } from "#app/presenters/platform.ts";
import type { Member } from "#app/services/auth/sessions/member.server.ts";
import { getMonthProgress } from "#app/services/commissions/month-progress.server.ts";
import { getWorkspaceRates } from "#app/services/exchange-rates/own-rates.server.ts";
import { findOwnForm } from "#app/services/form-settings/own-forms.server.ts";
import { getPlatform } from "#app/services/platforms/list-platforms.server.ts";
import { previewDeletion } from "#app/services/platforms/preview-deletion.server.ts";
import { tiersVersion } from "#app/services/platforms/tiers-version.server.ts";
import { isAllowed } from "#app/services/workspaces/policy.ts";
import { toTierRows } from "./tier-rows.server.ts";

/** @throws {NotFound} also for another workspace's platform */
export async function loadPlatformPage({ workspace, role }: Member, platformId: string) {
  const row = await getPlatform({ workspaceId: workspace.id, platformId });
  const progress = (await getMonthProgress(workspace, [row])).platforms.get(row.id);
  const platform = presentPlatform(row);
  const { currency } = workspace;
  const { rates } = await getWorkspaceRates(workspace);
  const own = await findOwnForm(workspace.id);
  return {
    canEdit: isAllowed(role, "platforms:write"),
    platform,
    progress: progress ? presentProgress(progress, workspace.currency) : null,
    currencies: currencyCodes(),
    currency,
    defaultLimit: displayMoney(amountLimitIn(currency, null, rates), currency),
    tiers: {
      ...toTierRows(platform, workspace.currency),
      seen: tiersVersion(row.commissionTiers ?? []),
      total: progress?.total.amount ?? "0",
    },
    form: own && { isOpen: own.form.isActive, hasPlatform: own.platformIds.includes(row.id) },
    deletion: await previewDeletion({ workspaceId: workspace.id, platformId: row.id }),
  };
}
