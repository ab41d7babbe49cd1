import type { Transaction } from "sequelize";
import { Conflict } from "#app/lib/errors.ts";
import { CommissionTier, type Platform } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { TierInput } from "#app/schemas/tiers.ts";
import { changePlatforms, findOwn, type PlatformArguments } from "./change-platforms.server.ts";
import { getPlatform } from "./list-platforms.server.ts";
import { tiersVersion } from "./tiers-version.server.ts";

/**
 * Replaces all tiers of a platform. Existing commissions do not change.
 * @param seen the version of the tiers that were edited; without it any version is replaced
 * @throws {NotFound}
 * @throws {Conflict} `changed_meanwhile`: the saved tiers have another version
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
    if (seen !== undefined) {
      const { commissionTiers = [] } = await getPlatform({ workspaceId, platformId, transaction });
      if (tiersVersion(commissionTiers) !== seen)
        throw new Conflict("changed_meanwhile", messages.platforms.tiersChanged);
    }
    await writeTiers(platform, tiers, transaction);
    await platform.update({ updatedAt: new Date() }, { transaction });
    return getPlatform({ workspaceId, platformId, transaction });
  });
}

export async function writeTiers(
  { workspaceId, id: platformId }: Platform,
  tiers: TierInput[],
  transaction: Transaction,
): Promise<void> {
  const where = { workspaceId, platformId };
  const earlier = await CommissionTier.findAll({ where, attributes: ["id"], transaction });
  const own = new Set(earlier.map(({ id }) => id));
  await CommissionTier.destroy({ where, transaction });
  await CommissionTier.bulkCreate(
    tiers.map(({ id, row: _, ...tier }, position) => {
      // A tier keeps its id; unknown, foreign and repeated ids are replaced.
      const isExisting = id !== undefined && own.delete(id);
      return { ...tier, ...(isExisting ? { id } : {}), ...where, position };
    }),
    { transaction },
  );
}
