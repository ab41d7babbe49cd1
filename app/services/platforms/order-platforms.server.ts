import type { Transaction } from "sequelize";
import { Invalid } from "#app/lib/errors.ts";
import type { Platform } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import type { Access } from "#app/services/workspaces/access.server.ts";
import { changePlatforms, findOwn, type PlatformArguments } from "./change-platforms.server.ts";
import { orderOnForms } from "./form-platforms.server.ts";

/** Sets the order of all platforms. @throws {Invalid} unless each id is named once */
export function reorderPlatforms({
  access,
  orderedIds,
}: {
  access: Access;
  orderedIds: string[];
}): Promise<void> {
  return changePlatforms(access, async (platforms, transaction) => {
    const known = new Set(platforms.map(({ id }) => id));
    const named = new Set(orderedIds);
    const isWhole =
      orderedIds.length === known.size &&
      named.size === known.size &&
      [...named].every((id) => known.has(id));
    if (!isWhole) throw new Invalid([{ field: "orderedIds", message: messages.platforms.orderShape }]);
    const place = (id: string) => orderedIds.indexOf(id);
    await savePositions(
      platforms.toSorted((a, b) => place(a.id) - place(b.id)),
      transaction,
    );
  });
}

/** Moves a platform one place up or down, within the list. @throws {NotFound} */
export function movePlatform({ access, platformId, by }: PlatformArguments & { by: -1 | 1 }): Promise<void> {
  return changePlatforms(access, async (platforms, transaction) => {
    const from = platforms.indexOf(findOwn(platforms, platformId));
    const to = Math.min(Math.max(from + by, 0), platforms.length - 1);
    await savePositions(
      platforms.toSpliced(from, 1).toSpliced(to, 0, platforms[from] as Platform),
      transaction,
    );
  });
}

async function savePositions(platforms: Platform[], transaction: Transaction): Promise<void> {
  const updatedAt = new Date();
  for (const [position, platform] of platforms.entries())
    if (position !== platform.position) await platform.update({ position, updatedAt }, { transaction });
  const ids = platforms.map(({ id }) => id);
  const workspaceId = platforms[0]?.workspaceId;
  if (workspaceId !== undefined) await orderOnForms({ workspaceId, ids }, transaction);
}
