import { Platform, reading } from "#app/models/index.server.ts";

export type NamedPlatform = { id: string; name: string; isArchived: boolean };

/** All platforms that an owner's submissions can name: those in use in their order, then the archived ones. */
export async function namePlatforms(ownerId: string): Promise<NamedPlatform[]> {
  const platforms = await reading(() =>
    Platform.findAll({
      where: { userId: ownerId },
      attributes: ["id", "name", "archivedAt"],
      order: [
        // Both dialects put those without a time first.
        ["archivedAt", "ASC"],
        ["position", "ASC"],
        ["id", "ASC"],
      ],
    }),
  );
  return platforms.map(({ id, name, archivedAt }) => ({ id, name, isArchived: archivedAt !== null }));
}
