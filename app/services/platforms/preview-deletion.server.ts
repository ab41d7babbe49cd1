import { retryRead } from "#app/database/connection.server.ts";
import { totalsByDay } from "#app/database/queries/totals.server.ts";
import { nextDefault } from "#app/lib/next-default.ts";
import { Platform } from "#app/models/index.server.ts";

export type DeletionPreview = {
  /** Submissions that keep the platform's name. With any it is archived, otherwise deleted. */
  submissions: number;
  /** The next default; null if none is needed or left. */
  nextDefault: { name: string; isActive: boolean } | null;
  isLast: boolean;
};

/** What deleting a platform would do, for the confirmation. */
export async function previewDeletion({
  workspaceId,
  platformId,
}: {
  workspaceId: string;
  platformId: string;
}): Promise<DeletionPreview> {
  const [platforms, days] = await retryRead(() =>
    Promise.all([
      Platform.findAll({
        where: { workspaceId, archivedAt: null },
        attributes: ["id", "name", "isActive", "isDefault"],
        order: [
          ["position", "ASC"],
          ["id", "ASC"],
        ],
      }),
      totalsByDay({ workspaceId, platformId }, "ASC"),
    ]),
  );
  const leaving = platforms.find(({ id }) => id === platformId);
  const next = leaving?.isDefault ? nextDefault(platforms, leaving) : undefined;
  return {
    submissions: days.reduce((sum, { count }) => sum + count, 0),
    nextDefault: next ? { name: next.name, isActive: next.isActive } : null,
    isLast: platforms.length <= 1,
  };
}
