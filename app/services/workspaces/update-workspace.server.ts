import type { Transaction } from "sequelize";
import { markAllDays } from "#app/database/queries/day-marks.server.ts";
import { Workspace } from "#app/models/index.server.ts";
import { type Access, assertAccess } from "./access.server.ts";

type Changes = {
  currency?: string | undefined;
  timezone?: string | undefined;
  region?: string | null | undefined;
};

/**
 * Changes a workspace's currency, time zone and region. A job then moves its totals to the new zone, or
 * converts its amounts to the new currency.
 * @throws as `assertAccess`, when something differs
 */
export async function updateWorkspace(
  { access, input }: { access: Access; input: Changes },
  transaction: Transaction,
): Promise<Workspace> {
  const workspace = await Workspace.findByPk(access.workspaceId, {
    lock: true,
    transaction,
    rejectOnEmpty: true,
  });
  const { currency = workspace.currency, timezone: timeZone = workspace.timeZone } = input;
  const { region = workspace.region } = input;
  const isZoneNew = timeZone !== workspace.timeZone;
  if (!isZoneNew && currency === workspace.currency && region === workspace.region) return workspace;
  await assertAccess(access, "workspace:write", transaction);
  if (currency !== workspace.currency)
    await markAllDays({ workspaceId: workspace.id, isCurrencyNew: true }, transaction);
  const now = new Date();
  return workspace.update(
    {
      currency,
      region,
      updatedAt: now,
      ...(currency === workspace.currency ? {} : { amountsChangedAt: now }),
      ...(isZoneNew ? { timeZone, zoneChangedAt: now } : {}),
    },
    { transaction },
  );
}
