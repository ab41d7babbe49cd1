import { Op, type Order, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { hasActiveOwner } from "#app/database/queries/active-owner.server.ts";
import { modelsOf, readValues } from "#app/database/values.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { groupBy } from "#app/lib/group-by.ts";
import { isId } from "#app/lib/ids.ts";
import { CommissionTier, Platform } from "#app/models/index.server.ts";

const tiers = { model: CommissionTier, as: "commissionTiers", required: false };
const order: Order = [
  ["position", "ASC"],
  ["id", "ASC"],
  [{ model: CommissionTier, as: "commissionTiers" }, "position", "ASC"],
];

/** A workspace's platforms in their order with their tiers, archived ones left out. */
export async function listPlatforms(workspaceId: string): Promise<Platform[]> {
  const where = { workspaceId, archivedAt: null };
  const { platforms, ofAll } = await retryRead(() =>
    readValues({
      platforms: modelsOf(Platform, {
        where,
        order: [
          ["position", "ASC"],
          ["id", "ASC"],
        ],
      }),
      ofAll: modelsOf(CommissionTier, { where: { workspaceId }, order: [["position", "ASC"]] }),
    }),
  );
  const byPlatform = groupBy(ofAll, ({ platformId }) => platformId);
  return platforms.map((platform) =>
    Object.assign(platform, { commissionTiers: byPlatform.get(platform.id) ?? [] }),
  );
}

/** @throws {NotFound} also for another workspace's, and for an archived one */
export async function getPlatform({
  workspaceId,
  platformId,
  transaction,
}: {
  workspaceId: string;
  platformId: string;
  transaction?: Transaction;
}): Promise<Platform> {
  if (!isId(platformId)) throw new NotFound("Platform");
  const platform = await retryRead(() =>
    Platform.findOne({
      where: { id: platformId, workspaceId, archivedAt: null },
      include: [tiers],
      order,
      transaction,
    }),
  );
  if (!platform) throw new NotFound("Platform");
  return platform;
}

/** The named platforms that are active and whose workspace has an active owner, in the given order. */
export async function listPublicPlatforms(ids: string[]): Promise<Platform[]> {
  const found = await retryRead(() =>
    Platform.findAll({
      where: { id: ids, isActive: true, archivedAt: null, [Op.and]: hasActiveOwner("Platform") },
      include: [tiers],
      order,
    }),
  );
  const byId = new Map(found.map((platform) => [platform.id, platform]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
