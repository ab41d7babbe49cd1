import type { Transaction } from "sequelize";
import { Platform } from "#app/models/index.server.ts";
import { changePlatforms, findOwn, type PlatformArguments } from "./change-platforms.server.ts";

/** Makes a platform the default and activates it. @throws {NotFound} */
export function setDefaultPlatform({ access, platformId }: PlatformArguments): Promise<void> {
  return changePlatforms(access, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    await moveDefault(access.workspaceId, platform, transaction);
  });
}

/** Clears the old default first, because the unique key allows only one. */
export async function moveDefault(
  workspaceId: string,
  to: Platform,
  transaction: Transaction,
): Promise<void> {
  const now = new Date();
  await Platform.update(
    { isDefault: null, updatedAt: now },
    { where: { workspaceId, isDefault: true }, transaction },
  );
  await Platform.update(
    { isDefault: true, isActive: true, updatedAt: now },
    { where: { id: to.id, workspaceId }, transaction },
  );
}
