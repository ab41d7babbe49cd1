import { retryRead } from "#app/database/connection.server.ts";
import { readValues, rowsOf } from "#app/database/values.server.ts";
import { Platform } from "#app/models/index.server.ts";

export type NamedPlatform = { id: string; name: string; isArchived: boolean };

/** All platforms that submissions can name: those in use in their order, then the archived ones. */
export async function findPlatformNames(workspaceId: string): Promise<NamedPlatform[]> {
  const { platforms } = await retryRead(() =>
    readValues({
      platforms: rowsOf(Platform, {
        where: { workspaceId },
        attributes: ["id", "name", "archivedAt", "position"],
        order: [
          // Both dialects sort NULL first.
          ["archivedAt", "ASC"],
          ["position", "ASC"],
          ["id", "ASC"],
        ],
      }),
    }),
  );
  return platforms.map(({ id, name, archivedAt }) => ({ id, name, isArchived: archivedAt !== null }));
}
