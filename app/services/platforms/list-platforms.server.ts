import { Op, type Transaction } from "sequelize";
import { retryRead } from "#app/database/connection.server.ts";
import { hasActiveOwner } from "#app/database/queries/active-owner.server.ts";
import { modelsOf, readValues } from "#app/database/values.server.ts";
import type { Contract } from "#app/lib/contracts.ts";
import { NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { BrokerContract, Platform } from "#app/models/index.server.ts";
import { findContracts, readContracts } from "./contracts/read-contracts.server.ts";

/** Brokers with their contracts. */
export const withContracts = (platforms: Platform[], contracts: Map<string, Contract[]>): Platform[] =>
  platforms.map((platform) => Object.assign(platform, { contracts: contracts.get(platform.id) ?? [] }));

/** A workspace's platforms in their order with their contracts, archived ones left out. */
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
      ofAll: modelsOf(BrokerContract, { where: { workspaceId } }),
    }),
  );
  return withContracts(platforms, readContracts(ofAll));
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
      transaction,
    }),
  );
  if (!platform) throw new NotFound("Platform");
  const [found] = withContracts([platform], await findContracts({ workspaceId, platformId }, transaction));
  return found as Platform;
}

/** The named platforms that are active and whose workspace has an active owner, in the given order. */
export async function listPublicPlatforms(ids: string[]): Promise<Platform[]> {
  const found = await retryRead(() =>
    Platform.findAll({
      where: { id: ids, isActive: true, archivedAt: null, [Op.and]: hasActiveOwner("Platform") },
    }),
  );
  const contracts = await retryRead(() =>
    BrokerContract.findAll({ where: { platformId: found.map(({ id }) => id) } }),
  );
  const byId = new Map(
    withContracts(found, readContracts(contracts)).map((platform) => [platform.id, platform]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}
