import type { Transaction } from "sequelize";
import {
  type Contract,
  currentContract,
  FROM_THE_BEGINNING,
  hasOnlyTiers,
  listTiers,
  toTierParts,
} from "#app/lib/contracts.ts";
import { dayIn } from "#app/lib/dates.ts";
import { Conflict } from "#app/lib/errors.ts";
import { newId } from "#app/lib/ids.ts";
import { type Platform, Workspace } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { TierInput } from "#app/schemas/tiers.ts";
import { changePlatforms, findOwn, type PlatformArguments } from "./change-platforms.server.ts";
import { listContracts, saveContract } from "./contracts/write-contract.server.ts";
import { getPlatform } from "./list-platforms.server.ts";
import { tiersVersion } from "./tiers-version.server.ts";

/**
 * Replaces all tiers of a platform's current contract. Existing commissions do not change.
 * @param seen the version of the tiers that were edited; without it any version is replaced
 * @throws {NotFound}
 * @throws {Conflict} `changed_meanwhile`: the saved tiers have another version; `other_contract`: the contract
 *   says more than tiers do
 */
export function replaceTiers({
  access,
  platformId,
  tiers,
  seen,
}: PlatformArguments & { tiers: TierInput[]; seen?: string }): Promise<Platform> {
  const { workspaceId } = access;
  return changePlatforms(access, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    const contract = currentContract(await listContracts({ workspaceId, platformId }, transaction));
    assertOnlyTiers(contract);
    if (seen !== undefined && tiersVersion(contract ? listTiers(contract) : []) !== seen)
      throw new Conflict("changed_meanwhile", messages.platforms.tiersChanged);
    await writeTiers(platform, tiers, transaction);
    await platform.update({ updatedAt: new Date() }, { transaction });
    return getPlatform({ workspaceId, platformId, transaction });
  });
}

/**
 * Writes the tiers of a platform's current contract. A broker without a contract gets one that holds from the
 * beginning, or from this month on where it had others.
 */
export async function writeTiers(
  platform: Platform,
  tiers: TierInput[],
  transaction: Transaction,
): Promise<void> {
  const { workspaceId, id: platformId } = platform;
  const contracts = await listContracts({ workspaceId, platformId }, transaction);
  const contract = currentContract(contracts);
  assertOnlyTiers(contract);
  // A tier keeps its id; unknown, foreign and repeated ids are replaced.
  const known = new Set((contract ? listTiers(contract) : []).map(({ id }) => id));
  const parts = toTierParts(
    tiers.map(({ id, name, minAmount, maxAmount, type, value }, position) => ({
      ...{ name, minAmount, maxAmount, type, value },
      id: id !== undefined && known.delete(id) ? id : newId(),
      position,
    })),
  );
  const currency = tiers[0]?.currency;
  if (contract) {
    // Its end may be the next one's beginning, which is not written into it.
    const { endsOn: _, ...same } = contract;
    await saveContract(platform, { ...same, currency: currency ?? contract.currency, parts }, transaction);
    return;
  }
  const { timeZone, currency: ownCurrency } = await Workspace.findByPk(workspaceId, {
    attributes: ["timeZone", "currency"],
    transaction,
    rejectOnEmpty: true,
  });
  await saveContract(
    platform,
    {
      startsOn: contracts.length === 0 ? FROM_THE_BEGINNING : `${dayIn(timeZone, new Date()).slice(0, 7)}-01`,
      endsOn: null,
      timeZone,
      currency: currency ?? ownCurrency,
      parts,
      paidOnDay: null,
    },
    transaction,
  );
}

/** @throws {Conflict} `other_contract` */
function assertOnlyTiers(contract: Contract | null): void {
  if (contract && !hasOnlyTiers(contract))
    throw new Conflict("other_contract", messages.contracts.otherContract);
}
