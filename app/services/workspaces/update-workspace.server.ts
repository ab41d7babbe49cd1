import type { Transaction } from "sequelize";
import { Forbidden } from "#app/lib/errors.ts";
import { Workspace } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { Membership } from "./memberships.server.ts";
import { isAllowed } from "./policy.ts";

type Changes = { currency?: string | undefined; timezone?: string | undefined };

/**
 * Changes a workspace's currency and time zone. A job then moves its totals to another zone, or converts its
 * amounts to another currency.
 * @throws {Forbidden} `role_refused` when the role may not change what differs
 */
export async function updateWorkspace(
  { workspace: { id }, role, input }: Membership & { input: Changes },
  transaction: Transaction,
): Promise<Workspace> {
  const workspace = await Workspace.findByPk(id, { lock: true, transaction, rejectOnEmpty: true });
  const { currency = workspace.currency, timezone: timeZone = workspace.timeZone } = input;
  const isZoneNew = timeZone !== workspace.timeZone;
  if (!isZoneNew && currency === workspace.currency) return workspace;
  if (!isAllowed(role, "workspace:write"))
    throw new Forbidden("role_refused", messages.workspaces.roleRefused);
  const now = new Date();
  return workspace.update(
    {
      currency,
      updatedAt: now,
      ...(currency === workspace.currency ? {} : { amountsChangedAt: now }),
      ...(isZoneNew ? { timeZone, zoneChangedAt: now } : {}),
    },
    { transaction },
  );
}
