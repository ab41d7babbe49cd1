import { type Transaction, UniqueConstraintError } from "sequelize";
import { Conflict, NotFound } from "#app/lib/errors.ts";
import { isId } from "#app/lib/ids.ts";
import { Platform } from "#app/models/index.server.ts";
import { messages } from "#app/schemas/messages/index.ts";
import { type Access, changeWorkspace } from "#app/services/workspaces/access.server.ts";

export type PlatformArguments = { access: Access; platformId: string };

/** Locks the workspace, so that its platforms change one request at a time. */
export async function changePlatforms<T>(
  access: Access,
  work: (platforms: Platform[], transaction: Transaction) => Promise<T>,
): Promise<T> {
  const { workspaceId } = access;
  try {
    return await changeWorkspace(access, "platforms:write", async (_workspace, transaction) => {
      const platforms = await Platform.findAll({
        where: { workspaceId, archivedAt: null },
        order: [
          ["position", "ASC"],
          ["id", "ASC"],
        ],
        transaction,
      });
      return work(platforms, transaction);
    });
  } catch (error) {
    if (error instanceof UniqueConstraintError && /name/i.test(readConstraint(error)))
      throw new Conflict("name_taken", messages.platforms.nameTaken, "name");
    throw error;
  }
}

/** MySQL's error names the key, SQLite's the columns. */
function readConstraint(error: UniqueConstraintError): string {
  return [error.parent.message, ...Object.keys(error.fields)].join(" ");
}

/** @throws {NotFound} */
export function findOwn(platforms: Platform[], platformId: string): Platform {
  const platform = isId(platformId) && platforms.find(({ id }) => id === platformId);
  if (!platform) throw new NotFound("Platform");
  return platform;
}
