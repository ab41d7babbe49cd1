import { nextDefault } from "#app/lib/next-default.ts";
import { OptInFormPlatform, Submission } from "#app/models/index.server.ts";
import { changePlatforms, findOwn, type PlatformArguments } from "./change-platforms.server.ts";
import { moveDefault } from "./default-platform.server.ts";

/**
 * Deletes a platform, or archives it if it has submissions, which keep its name. If it was the default,
 * the next active one becomes the default; without one the next is activated.
 * @throws {NotFound}
 */
export function deletePlatform({ access, platformId }: PlatformArguments): Promise<{ isArchived: boolean }> {
  const { workspaceId } = access;
  return changePlatforms(access, async (platforms, transaction) => {
    const platform = findOwn(platforms, platformId);
    const newDefault = platform.isDefault ? nextDefault(platforms, platform) : undefined;
    const hasSubmissions =
      (await Submission.findOne({ where: { workspaceId, platformId }, attributes: ["id"], transaction })) !==
      null;
    const now = new Date();
    if (hasSubmissions) {
      await platform.update(
        { archivedAt: now, nameKey: null, isDefault: null, isActive: false, updatedAt: now },
        { transaction },
      );
      await OptInFormPlatform.destroy({ where: { platformId }, transaction });
    } else await platform.destroy({ transaction });
    if (newDefault) await moveDefault(workspaceId, newDefault, transaction);
    return { isArchived: hasSubmissions };
  });
}
