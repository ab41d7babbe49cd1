import Decimal from "decimal.js-light";
import { SpendLimit, SpendWarning } from "#app/models/index.server.ts";
import type { SpendLimitInput } from "#app/schemas/money.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";

export type KnownLimit = { costPerVerified: string; afterSpend: string; currency: string };

/** What a verified claim of a campaign may cost before members are told; null where nobody has said it. */
export async function getSpendLimit(workspaceId: string): Promise<KnownLimit | null> {
  const limit = await SpendLimit.findByPk(workspaceId);
  return (
    limit && {
      // MySQL fills its decimals up with zeros.
      costPerVerified: new Decimal(limit.costPerVerified).toFixed(),
      afterSpend: new Decimal(limit.afterSpend).toFixed(),
      currency: limit.currency,
    }
  );
}

/** Sets the limit in the workspace's currency. Campaigns above the new one are told of again. */
export async function setSpendLimit({
  access,
  input: { costPerVerified, afterSpend },
}: {
  access: Access;
  input: SpendLimitInput;
}): Promise<void> {
  await changeWorkspace(access, "spend:write", async ({ id: workspaceId, currency }, transaction) => {
    const values = { costPerVerified, afterSpend, currency, updatedAt: new Date() };
    await SpendLimit.upsert({ workspaceId, ...values }, { transaction });
    await SpendWarning.destroy({ where: { workspaceId }, transaction });
  });
}

export async function removeSpendLimit({ access }: { access: Access }): Promise<void> {
  await changeWorkspace(access, "spend:write", async ({ id: workspaceId }, transaction) => {
    await SpendLimit.destroy({ where: { workspaceId }, transaction });
    await SpendWarning.destroy({ where: { workspaceId }, transaction });
  });
}
