import type { Order, Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { CommissionTier, Platform, User } from "#app/models/index.server.ts";

const tiers = { model: CommissionTier, as: "commissionTiers", required: false };
const order: Order = [
  ["position", "ASC"],
  ["id", "ASC"],
  [{ model: CommissionTier, as: "commissionTiers" }, "position", "ASC"],
];

/** The owner's platforms in their order with their tiers, archived ones left out. */
export function listPlatforms(ownerId: string): Promise<Platform[]> {
  return retryRead(() =>
    Platform.findAll({ where: { userId: ownerId, archivedAt: null }, include: [tiers], order }),
  );
}

/** @throws {NotFound} also for another owner's, and for an archived one */
export async function getPlatform({
  ownerId,
  platformId,
  transaction,
}: {
  ownerId: string;
  platformId: string;
  transaction?: Transaction;
}): Promise<Platform> {
  if (!isId(platformId)) throw new NotFound("Platform");
  const platform = await retryRead(() =>
    Platform.findOne({
      where: { id: platformId, userId: ownerId, archivedAt: null },
      include: [tiers],
      order,
      transaction,
    }),
  );
  if (!platform) throw new NotFound("Platform");
  return platform;
}

/** The named platforms that are active and belong to an active account, in the given order. */
export async function listPublicPlatforms(ids: string[]): Promise<Platform[]> {
  const found = await retryRead(() =>
    Platform.findAll({
      where: { id: ids, isActive: true, archivedAt: null },
      include: [tiers, { model: User, as: "user", where: { isActive: true }, attributes: [] }],
      order,
    }),
  );
  const byId = new Map(found.map((platform) => [platform.id, platform]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
