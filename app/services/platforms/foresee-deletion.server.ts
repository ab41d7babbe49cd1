import { Platform, reading } from "#app/models/index.server.ts";
import { totalsByDay } from "#app/models/totals.server.ts";
import { heirOf } from "./change-platforms.server.ts";

export type Deletion = {
  /** How many keep the platform's name. With any it is archived, with none it is gone. */
  submissions: number;
  /** Who becomes the default; null where nobody has to, or nobody is left. */
  heir: { name: string; isActive: boolean } | null;
  isLast: boolean;
};

/** What deleting a platform would do, for the question before it. */
export async function foreseeDeletion({
  ownerId,
  platformId,
}: {
  ownerId: string;
  platformId: string;
}): Promise<Deletion> {
  const [platforms, days] = await reading(() =>
    Promise.all([
      Platform.findAll({
        where: { userId: ownerId, archivedAt: null },
        attributes: ["id", "name", "isActive", "isDefault"],
        order: [
          ["position", "ASC"],
          ["id", "ASC"],
        ],
      }),
      totalsByDay({ userId: ownerId, platformId }, "ASC"),
    ]),
  );
  const leaving = platforms.find(({ id }) => id === platformId);
  const heir = leaving?.isDefault ? heirOf(platforms, leaving) : undefined;
  return {
    submissions: days.reduce((sum, { count }) => sum + count, 0),
    heir: heir ? { name: heir.name, isActive: heir.isActive } : null,
    isLast: platforms.length <= 1,
  };
}
