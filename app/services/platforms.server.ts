import { Platform, reading } from "#app/models/index.server.ts";

/** The owner's platforms in their order, archived ones left out. */
export function listPlatforms(ownerId: string): Promise<Platform[]> {
  return reading(() =>
    Platform.findAll({
      where: { userId: ownerId, archivedAt: null },
      order: [
        ["position", "ASC"],
        ["id", "ASC"],
      ],
    }),
  );
}
