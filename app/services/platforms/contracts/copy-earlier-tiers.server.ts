import { literal, type Transaction } from "sequelize";
import { inTransaction } from "#app/database/connection.server.ts";
import { lockRow } from "#app/database/lock-rows.server.ts";
import { type ContractTier, currentContract, hasOnlyTiers, listTiers } from "#app/lib/contracts.ts";
import { BrokerContract, CommissionTier, Platform, Workspace } from "#app/models/index.server.ts";
import { writeTiers } from "../replace-tiers.server.ts";
import { listContracts } from "./write-contract.server.ts";

const BATCH = 200;

/** The version before changes a broker's tiers without its contracts. */
const isChangedAlone = `NOT EXISTS (SELECT 1 FROM brokerContracts c WHERE c.platformId = \`Platform\`.id AND c.updatedAt >= \`Platform\`.updatedAt)
  AND (EXISTS (SELECT 1 FROM brokerContracts c WHERE c.platformId = \`Platform\`.id)
    OR EXISTS (SELECT 1 FROM commissionTiers t WHERE t.platformId = \`Platform\`.id))`;

/** Has contracts say what a server of the version before has saved as tiers. */
export async function copyEarlierTiers(): Promise<boolean> {
  const found = await Platform.findAll({ where: literal(isChangedAlone), limit: BATCH });
  for (const platform of found)
    await inTransaction((transaction) => copyTiersOf(platform, transaction), { queue: platform.workspaceId });
  return found.length === BATCH;
}

async function copyTiersOf(platform: Platform, transaction: Transaction): Promise<void> {
  const { workspaceId } = platform;
  const broker = { workspaceId, platformId: platform.id };
  // It may have been deleted in the meantime.
  if (!(await lockRow(Workspace, { where: { id: workspaceId }, attributes: ["id"], transaction }))) return;
  const tiers = await CommissionTier.findAll({ where: broker, order: [["position", "ASC"]], transaction });
  const contracts = await listContracts(broker, transaction);
  const saved = contracts.map((contract) => describeTiers(listTiers(contract)));
  const current = currentContract(contracts);
  if (!saved.includes(describeTiers(tiers)) && (!current || hasOnlyTiers(current)))
    await writeTiers(
      platform,
      tiers.map((tier, row) => ({ ...tier.get({ plain: true }), row })),
      transaction,
    );
  await BrokerContract.update({ updatedAt: new Date() }, { where: broker, transaction });
}

/** MySQL gives decimals with all their digits. */
const describeTiers = (tiers: readonly Omit<ContractTier, "position">[]): string =>
  JSON.stringify(
    tiers.map(({ id, name, minAmount, maxAmount, type, value, currency }) => [
      ...[id, name, type, currency],
      ...[minAmount, maxAmount, value].map((amount) => amount && Number(amount)),
    ]),
  );
